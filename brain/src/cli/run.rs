//! `run`: runs the workflow once.

use std::sync::Arc;

use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

use super::exit::Exit;
use super::progress::Progress;
use super::{json, print};
use crate::error::{Error, ErrorKind};
use crate::run::Runner;
use crate::step::process;
use crate::store::{RunRow, RunStatus};
use crate::workflow::Workflow;

/// What `run` takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// Print the run as JSON instead of the last output
    #[arg(long)]
    json: bool,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

/// Runs the workflow.
pub(super) fn run(workflow: &Workflow, arguments: &Arguments) -> Result<Exit, Error> {
    // Without it a process that leaves its parent cannot be found again; that is no reason not to run.
    if let Err(error) = process::become_subreaper() {
        print::talk(&format!(
            "warning: could not adopt orphaned processes: {error}"
        ));
    }
    let store = Arc::new(super::open()?);
    let stop = CancellationToken::new();
    let mut runner = Runner::new(store).stop(stop.clone());
    if !arguments.quiet {
        runner = runner.listener(Arc::new(Progress::new()));
    }
    let ended = super::block_on(async {
        let signals = signals(&stop)?;
        tokio::select! {
            // A second signal ends it now; the steps are killed when the run is dropped.
            () = signals => Ok(None),
            run = runner.run(workflow) => run.map(Some),
        }
    })?;
    let Some(run) = ended else {
        return Ok(Exit::Interrupted);
    };
    tell(&run, arguments)?;
    Ok(run.status.into())
}

/// Cancels `stop` at the first signal and ends at the second.
fn signals(stop: &CancellationToken) -> Result<impl Future<Output = ()> + use<>, Error> {
    let listen = |kind| {
        signal(kind).map_err(|error| {
            Error::new(ErrorKind::System, "could not listen for signals").with_source(error)
        })
    };
    let mut interrupt = listen(SignalKind::interrupt())?;
    let mut terminate = listen(SignalKind::terminate())?;
    let mut hang_up = listen(SignalKind::hangup())?;
    let stop = stop.clone();
    Ok(async move {
        for _ in 0..2 {
            // Whichever comes first: they mean the same to a run.
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
                _ = hang_up.recv() => {}
            }
            stop.cancel();
        }
    })
}

/// Prints what the run left.
fn tell(run: &RunRow, arguments: &Arguments) -> Result<(), Error> {
    if arguments.json {
        print::json(&json::run(run))?;
    } else if run.status == RunStatus::Success {
        let output = run
            .steps
            .iter()
            .rev()
            .find_map(|step| step.output.as_deref());
        if let Some(output) = output.filter(|output| !output.is_empty()) {
            print::output(&format!("{output}\n"))?;
        }
    }
    if let Some(error) = &run.error {
        print::message(&format!("error: {error}"));
        print::talk(&format!("hint: `show {}` shows the run", run.id.short()));
    }
    Ok(())
}
