//! `run`: runs the workflow once.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::exit::Exit;
use super::progress::Progress;
use super::signal::Signals;
use super::{dry_run, json, print, trigger};
use crate::error::Error;
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
    /// Say what every step would do, and do nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    fired: trigger::Arguments,
}

/// Runs the workflow.
pub(super) fn run(workflow: &Workflow, arguments: &Arguments) -> Result<Exit, Error> {
    let trigger = arguments.fired.trigger()?;
    if arguments.dry_run {
        return dry_run::dry_run(workflow, trigger, arguments.json);
    }
    // Without it a process that leaves its parent cannot be found again; that is no reason not to run.
    if let Err(error) = process::become_subreaper() {
        print::talk(&format!(
            "warning: could not adopt orphaned processes: {error}"
        ));
    }
    let store = Arc::new(super::open()?);
    let (stop, kill) = (CancellationToken::new(), CancellationToken::new());
    let mut runner = Runner::new(store).stop(stop.clone()).kill(kill.clone());
    if !arguments.quiet {
        runner = runner.listener(Arc::new(Progress::new()));
    }
    let quiet = arguments.quiet;
    let run = super::block_on(async {
        let mut signals = Signals::listen()?;
        let run = runner.fire(workflow, trigger);
        tokio::pin!(run);
        loop {
            tokio::select! {
                // The end of the run counts, whatever comes with it.
                biased;
                run = &mut run => return run,
                () = signals.next() => {
                    if stop.is_cancelled() {
                        kill.cancel();
                    } else if !quiet {
                        print::talk("stopping; once more ends it at once");
                    }
                    stop.cancel();
                }
            }
        }
    })?;
    tell(&run, arguments)?;
    Ok(run.status.into())
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
