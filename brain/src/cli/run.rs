//! `run`: runs the workflow once.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::exit::Exit;
use super::progress::{Detail, Progress};
use super::signal::Signals;
use super::{dry_run, json, print, prune, trigger};
use crate::error::Error;
use crate::run::{Runner, is_of_steps};
use crate::step::process;
use crate::store::{RunRow, RunStatus};
use crate::workflow::Workflow;

/// What `run` takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    #[command(flatten)]
    display: Display,
    /// Say what every step would do, and do nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    fired: trigger::Arguments,
}

/// What is shown of a run.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Display {
    /// Print the run as JSON instead of the last output
    #[arg(long)]
    json: bool,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
    /// Show what steps say while they run: `|` is stdout, `!` is stderr
    #[arg(long, short, conflicts_with = "quiet")]
    verbose: bool,
}

/// Whether something can still be said on stderr.
#[derive(Debug, Clone, Copy)]
enum Talk {
    Possible,
    /// What was said before is still being written, and would be waited for.
    Blocked,
}

/// Runs the workflow, after the runs of it that a crash has cut if it says so.
pub(super) fn run(workflow: &Workflow, arguments: &Arguments) -> Result<Exit, Error> {
    let trigger = arguments.fired.trigger()?;
    if arguments.dry_run {
        return dry_run::dry_run(workflow, trigger, arguments.display.json);
    }
    attend(workflow, &arguments.display, async |runner: Runner| {
        for (run, resumed) in runner.resume_crashed(workflow).await? {
            if let Err(error) = resumed {
                let id = run.id.short();
                print::message(&format!("warning: run {id} was cut by a crash: {error}"));
            }
        }
        runner.fire(workflow, trigger).await
    })
}

/// Runs something to its end or until a signal stops it, and shows it.
pub(super) fn attend(
    workflow: &Workflow,
    arguments: &Display,
    start: impl AsyncFnOnce(Runner) -> Result<RunRow, Error>,
) -> Result<Exit, Error> {
    // Without it a process that leaves its parent cannot be found again; that is no reason not to run.
    if let Err(error) = process::become_subreaper() {
        print::talk(&format!(
            "warning: could not adopt orphaned processes: {error}"
        ));
    }
    let store = Arc::new(super::open()?);
    let (stop, kill) = (CancellationToken::new(), CancellationToken::new());
    let mut runner = Runner::new(store.clone())
        .stop(stop.clone())
        .kill(kill.clone());
    let detail = if arguments.verbose {
        Detail::Lines
    } else {
        Detail::Steps
    };
    let progress = (!arguments.quiet).then(|| Arc::new(Progress::new(detail)));
    if let Some(progress) = &progress {
        runner = runner.listener(Arc::<Progress>::clone(progress));
    }
    let (run, talk) = super::block_on(async {
        let mut signals = Signals::listen()?;
        let run = start(runner);
        tokio::pin!(run);
        let run = loop {
            tokio::select! {
                // The end of the run counts, whatever comes with it.
                biased;
                run = &mut run => break run,
                () = signals.next() => {
                    if stop.is_cancelled() {
                        kill.cancel();
                    } else if let Some(progress) = &progress {
                        progress.talk("stopping; once more ends it at once");
                    }
                    stop.cancel();
                }
            }
        };
        let mut talk = Talk::Possible;
        if let Some(progress) = &progress {
            tokio::select! {
                () = progress.end() => {}
                // Whoever stops it now does not wait for a terminal that takes nothing.
                () = signals.next() => talk = Talk::Blocked,
            }
        }
        run.map(|run| (run, talk))
    })?;
    let told = tell(&run, talk, arguments);
    // Order: what the run left is shown before anything takes time that it does not need.
    prune::tidy(&*store, workflow);
    told?;
    Ok(run.status.into())
}

/// Prints what the run left.
fn tell(run: &RunRow, talk: Talk, arguments: &Display) -> Result<(), Error> {
    if arguments.json {
        print::json(&json::run(run))?;
    } else if run.status == RunStatus::Success {
        let output = run
            .steps
            .iter()
            .rev()
            // What is done after the steps, to report or to tidy up, is no result.
            .filter(|step| is_of_steps(step))
            .find_map(|step| step.output.as_deref());
        if let Some(output) = output.filter(|output| !output.is_empty()) {
            print::output(&format!("{output}\n"))?;
        }
    }
    if let (Some(error), Talk::Possible) = (&run.error, talk) {
        print::message(&format!("error: {error}"));
        print::talk(&format!("hint: `show {}` shows the run", run.id.short()));
    }
    Ok(())
}
