//! `serve`: runs whenever a trigger fires, for as long as it is left alone.

use std::sync::Arc;
use std::time::Duration;

use sd_notify::NotifyState;
use tokio::signal::unix::SignalKind;

use super::exit::Exit;
use super::signal::Signals;
use super::{log, next, print};
use crate::clock::{Clock as _, SystemClock};
use crate::error::{Error, ErrorKind};
use crate::run::can_run;
use crate::step::process;
use crate::store::Store as _;
use crate::store::sqlite::SqliteStore;
use crate::trigger::{self, Life, Server};
use crate::workflow::Workflow;

/// What `serve` takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// How long runs may go on once it is asked to end, before they are interrupted
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = humantime::parse_duration)]
    drain: Duration,
    /// How many runs go on at once; beyond that each workflow has one
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..))]
    max_runs: u32,
}

/// So many schedules are listed at the start, and more are counted.
const LISTED: usize = 20;

/// Serves the triggers of `workflows` until a signal ends it.
pub(super) fn serve(workflows: &[Arc<Workflow>], arguments: &Arguments) -> Result<Exit, Error> {
    for workflow in workflows {
        can_run(workflow)?;
        can_fire(workflow)?;
    }
    if let Err(error) = process::become_subreaper() {
        tracing::warn!("could not adopt orphaned processes: {error}");
    }
    let store = Arc::new(super::open()?);
    let limit = usize::try_from(arguments.max_runs).unwrap_or(usize::MAX);
    let server = Server::new(workflows, store.clone(), Arc::new(SystemClock), limit);
    let life = Life::default();
    super::block_on(async {
        let stops = [SignalKind::interrupt(), SignalKind::terminate()];
        let mut stops = Signals::listen_to(&stops)?;
        // Whoever logs out does not end a service.
        let mut hangups = Signals::listen_to(&[SignalKind::hangup()])?;
        greet(workflows, &store).await?;
        tell(&[NotifyState::Ready]);
        let served = server.run(&life, arguments.drain);
        tokio::pin!(served);
        let orphans = reap();
        tokio::pin!(orphans);
        let watched = keep_watchdog();
        tokio::pin!(watched);
        loop {
            tokio::select! {
                biased;
                ended = &mut served => return ended,
                () = stops.next() => {
                    if life.stop.is_cancelled() {
                        life.kill.cancel();
                    } else {
                        tell(&[NotifyState::Stopping]);
                        say("stopping; once more ends it at once");
                        life.stop.cancel();
                    }
                }
                () = hangups.next() => tracing::info!("there is nothing to read again: started again it is another program"),
                failed = &mut orphans => match failed? {},
                () = &mut watched => {}
            }
        }
    })?;
    Ok(Exit::Success)
}

/// Checks that something is there to wait for what triggers wait for.
fn can_fire(workflow: &Workflow) -> Result<(), Error> {
    let mut triggers = workflow.triggers().iter();
    match triggers.find(|on| on.schedule().is_none() && on.watched().is_none()) {
        None => Ok(()),
        Some(on) => {
            let message = format!(
                "`{}` triggers do not fire yet: workflow `{}` has one",
                on.kind(),
                workflow.name()
            );
            Err(Error::new(ErrorKind::Usage, message))
        }
    }
}

/// Says what is served.
async fn greet(workflows: &[Arc<Workflow>], store: &SqliteStore) -> Result<(), Error> {
    say(&format!("store {}", store.path().display()));
    for workflow in workflows {
        let name = workflow.name();
        if workflow.triggers().is_empty() {
            say(&format!("{name}: no triggers, runs by hand only"));
        }
        for pause in store.pauses(name).await? {
            let what = pause.trigger.unwrap_or_else(|| "all triggers".to_owned());
            say(&format!("{name}: {what} paused since {}", pause.at));
        }
    }
    for on in workflows.iter().flat_map(|workflow| workflow.triggers()) {
        if let Some(path) = on.watched() {
            say(&format!("watches {path}"));
        }
    }
    let fires = trigger::next(workflows, SystemClock.now(), 1);
    for fire in fires.iter().take(LISTED) {
        say(&format!("next {}", next::line(fire).trim_end()));
    }
    if let Some(more) = fires.len().checked_sub(LISTED).filter(|more| *more > 0) {
        say(&format!("and {more} more schedules: `next` lists them"));
    }
    Ok(())
}

/// Tells a person, or whoever reads the logs.
fn say(line: &str) {
    if log::is_json() {
        tracing::info!("{line}");
    } else {
        print::talk(line);
    }
}

/// Tells the service manager, if there is one.
fn tell(states: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(states) {
        tracing::warn!("could not tell the service manager: {error}");
    }
}

/// Tells the service manager twice in each of its intervals that this process is alive; ends if it does not ask.
async fn keep_watchdog() {
    let Some(interval) = sd_notify::watchdog_enabled() else {
        return std::future::pending().await;
    };
    loop {
        tell(&[NotifyState::Watchdog]);
        tokio::time::sleep(interval / 2).await;
    }
}

/// Reaps orphans that were adopted, whenever a child ends.
async fn reap() -> Result<std::convert::Infallible, Error> {
    /// Over the time that is given to whoever may be waiting for a child.
    const LATER: Duration = Duration::from_millis(2_500);
    let mut ended = Signals::listen_to(&[SignalKind::child()])?;
    loop {
        if process::reap_orphans() > 0 {
            tokio::time::sleep(LATER).await;
        } else {
            ended.next().await;
        }
    }
}
