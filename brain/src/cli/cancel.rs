//! `cancel`: ends a run from outside of it.

use std::sync::Arc;

use super::exit::Exit;
use super::{json, print};
use crate::error::Error;
use crate::run::Runner;

/// What `cancel` takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// The run: the last digits of its id, or `last`
    run: String,
    /// Print the run as JSON
    #[arg(long)]
    json: bool,
}

/// Cancels a run, of any workflow or of `workflow`.
pub(super) fn cancel(workflow: Option<&str>, arguments: &Arguments) -> Result<Exit, Error> {
    let reference = super::reference(&arguments.run)?;
    let runner = Runner::new(Arc::new(super::open()?));
    let mut run = super::block_on(async { runner.cancel(&reference, workflow).await })?;
    super::secret::mask(&mut run);
    if arguments.json {
        print::json(&json::run(&run))?;
    } else if run.status.is_terminal() {
        print::talk(&format!("run {}: {}", run.id.short(), run.status));
    } else {
        let id = run.id.short();
        print::talk(&format!("run {id} is to end; its step has not ended yet"));
    }
    Ok(Exit::Success)
}
