//! `completions`: what a shell needs to complete arguments.

use clap_complete::Shell;

use super::exit::Exit;
use super::print;
use crate::error::Error;

/// What `completions` takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// The shell
    shell: Shell,
}

/// Prints a script for a shell that completes the arguments of `command`.
pub(super) fn completions(
    mut command: clap::Command,
    arguments: &Arguments,
) -> Result<Exit, Error> {
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, name, &mut script);
    print::data(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Success)
}
