//! `brain remember`: keeps a text.

use std::io::Read as _;

use super::exit::Exit;
use super::print;
use crate::clock::{Clock as _, SystemClock};
use crate::error::{Error, ErrorKind};
use crate::step::{DEFAULT_SPACE, memory_json};
use crate::store::{NewMemory, Store as _};

/// What `remember` takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// The text; `-` reads it from standard input
    #[arg(required = true, num_args = 1..)]
    text: Vec<String>,
    /// The space it belongs to
    #[arg(long, default_value = DEFAULT_SPACE)]
    space: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Keeps a text.
pub(super) fn remember(arguments: &Arguments) -> Result<Exit, Error> {
    let content = text(&arguments.text)?;
    if content.trim().is_empty() {
        return Err(Error::new(ErrorKind::Usage, "there is no text to remember"));
    }
    if arguments.space.trim().is_empty() {
        return Err(Error::new(ErrorKind::Usage, "a space has a name"));
    }
    let memory = NewMemory {
        space: arguments.space.clone(),
        content,
        created_at: SystemClock.now(),
    };
    let store = super::open()?;
    let kept = super::block_on(async { Ok(store.remember(memory).await?) })?;
    if arguments.json {
        print::json(&memory_json(&kept))?;
    } else {
        print::talk(&format!("remembered as {} in `{}`", kept.id, kept.space));
    }
    Ok(Exit::Success)
}

fn text(words: &[String]) -> Result<String, Error> {
    if words != ["-"] {
        return Ok(words.join(" "));
    }
    let mut text = String::new();
    std::io::stdin()
        .read_to_string(&mut text)
        .map_err(|error| {
            Error::new(
                ErrorKind::Usage,
                "could not read the text from standard input",
            )
            .with_source(error)
        })?;
    Ok(text.trim_end_matches(['\n', '\r']).to_owned())
}
