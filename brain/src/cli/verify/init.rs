//! `verify init`: writes a first file of checks.

use super::super::exit::Exit;
use super::super::print;
use crate::error::Error;
use crate::verify;

/// What `verify init` takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Writes the file.
pub(super) fn init(arguments: &Arguments) -> Result<Exit, Error> {
    let begun = verify::init(&super::place()?)?;
    let file = begun.file.display().to_string();
    if arguments.json {
        print::json(&serde_json::json!({ "file": file, "checks": begun.checks }))?;
    } else {
        print::talk(&format!("wrote {file}"));
        match begun.checks.as_slice() {
            [] => print::talk("it has no checks yet: nothing was recognised"),
            checks => print::talk(&format!("its checks: {}", checks.join(", "))),
        }
    }
    Ok(Exit::Success)
}
