//! `resume`: goes on with a run that ended without success.

use std::io::{self, Read as _};
use std::path::PathBuf;

use super::exit::Exit;
use super::run::{self, Display};
use crate::error::{Error, ErrorKind};
use crate::run::{CutStep, Runner};
use crate::workflow::Workflow;

/// What `resume` takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// The run: the last digits of its id, or `last`
    run: String,
    /// Run the step that was cut again, though it is not repeatable
    #[arg(long)]
    again: bool,
    /// Do not run the step that was cut: its output is in this file (`-` for standard input)
    #[arg(long, value_name = "FILE", conflicts_with = "again")]
    skip_with: Option<PathBuf>,
    #[command(flatten)]
    display: Display,
}

/// Goes on with a run of the workflow.
pub(super) fn resume(workflow: &Workflow, arguments: &Arguments) -> Result<Exit, Error> {
    let reference = super::reference(&arguments.run)?;
    let cut = match &arguments.skip_with {
        Some(path) => CutStep::SkipWith(read(path)?),
        None if arguments.again => CutStep::Again,
        None => CutStep::IfRepeatable,
    };
    run::attend(workflow, &arguments.display, async |runner: Runner| {
        runner.resume(workflow, &reference, cut).await
    })
}

/// Reads the output of a step.
fn read(path: &PathBuf) -> Result<String, Error> {
    let mut text = String::new();
    let read = if path.as_os_str() == "-" {
        io::stdin().read_to_string(&mut text)
    } else {
        std::fs::File::open(path).and_then(|mut file| file.read_to_string(&mut text))
    };
    read.map_err(|error| {
        let message = format!(
            "could not read the output of the step from `{}`",
            path.display()
        );
        Error::new(ErrorKind::Usage, message).with_source(error)
    })?;
    Ok(text)
}
