//! Serving workflows: their triggers, and the runs that those make.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use super::cron::Fires;
use super::dispatch::Dispatcher;
use super::file;
use super::fire::{Gate, Place};
use super::supervise::{PAUSES, supervise};
use super::timer::{self, Alarm};
use crate::clock::{Clock, Timestamp};
use crate::error::Error;
use crate::run::{Runner, dead};
use crate::store::Store;
use crate::workflow::{On, Workflow};

/// What ends a process that serves, step by step.
#[derive(Debug, Clone, Default)]
pub(crate) struct Life {
    /// Nothing new begins.
    pub(crate) stop: CancellationToken,
    /// What goes on is ended, and there is no more waiting for it.
    pub(crate) kill: CancellationToken,
}

/// Serves some workflows.
pub(crate) struct Server {
    workflows: Vec<Arc<Workflow>>,
    alarms: Vec<Alarm>,
    files: Vec<file::Source>,
    gate: Gate,
    limit: usize,
}

/// A schedule and what comes of it next.
pub(crate) struct Next {
    /// The workflow.
    pub(crate) workflow: String,
    /// The trigger.
    pub(crate) trigger: String,
    /// The next fire, in UTC.
    pub(crate) at: Timestamp,
    /// The same by the clock of its zone.
    pub(crate) shown: String,
}

impl Server {
    /// Makes one that goes by `clock`, with up to `limit` runs at once.
    pub(crate) fn new(
        workflows: &[Arc<Workflow>],
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        limit: usize,
    ) -> Self {
        Self {
            workflows: workflows.to_vec(),
            alarms: alarms(workflows),
            files: places(workflows).filter_map(file::Source::of).collect(),
            gate: Gate {
                store,
                clock,
                waits: Arc::new(Notify::new()),
            },
            limit,
        }
    }

    /// Serves until it is stopped, and then until what goes on is over: for up to `drain` by itself, interrupted after that.
    ///
    /// # Errors
    /// The store cannot be used at all. What fails later is logged and tried again.
    pub(crate) async fn run(&self, life: &Life, drain: Duration) -> Result<(), Error> {
        let interrupt = CancellationToken::new();
        let runner = Runner::new(Arc::clone(&self.gate.store))
            .clock(Arc::clone(&self.gate.clock))
            .stop(interrupt.clone())
            .kill(life.kill.clone());
        let mut dispatcher =
            Dispatcher::new(self.gate.clone(), runner, &self.workflows, self.limit);
        // Whoever looks at the history after a crash sees no run that does not go on.
        if let Err(error) = dead::close(&*self.gate.store, self.gate.clock.now()).await {
            tracing::error!("could not close the runs of dead processes: {error}");
        }
        dispatcher.resume_crashed();
        let timer = supervise("schedules", PAUSES, || timer::run(&self.gate, &self.alarms));
        tokio::select! {
            () = keep_on(&mut dispatcher, &life.stop) => {}
            never = timer => match never {},
            never = watch(&self.gate, &self.files) => match never {},
        }
        let going = dispatcher.going();
        if going > 0 {
            tracing::info!("waiting up to {} s for {going} runs", drain.as_secs());
        }
        tokio::select! {
            () = dispatcher.drain() => return Ok(()),
            () = tokio::time::sleep(drain) => {}
            () = life.kill.cancelled() => {}
        }
        interrupt.cancel();
        dispatcher.drain().await;
        Ok(())
    }
}

/// Starts runs until it is told to stop, whatever goes wrong with the store in between.
async fn keep_on(dispatcher: &mut Dispatcher, stop: &CancellationToken) {
    /// How long it waits before it asks a store again that did not answer.
    const PAUSE: Duration = Duration::from_secs(1);
    while let Err(error) = dispatcher.run(stop).await {
        tracing::error!("could not look for runs that wait: {error}");
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(PAUSE) => {}
        }
    }
}

/// Watches for all file triggers, for ever.
async fn watch(gate: &Gate, files: &[file::Source]) -> Infallible {
    let sources = files.iter().map(|source| {
        let (workflow, trigger) = source.place.names();
        let name = format!("{workflow}: {trigger}");
        async move { supervise(&name, PAUSES, || file::run(gate, source)).await }
    });
    futures::future::join_all(sources).await;
    // There are none.
    std::future::pending().await
}

/// Returns the triggers of `workflows`.
fn places(workflows: &[Arc<Workflow>]) -> impl Iterator<Item = Place> {
    workflows.iter().flat_map(|workflow| {
        let positions = 0..workflow.triggers().len();
        positions.map(|position| Place {
            workflow: Arc::clone(workflow),
            position,
        })
    })
}

/// Returns the schedules of `workflows`.
fn alarms(workflows: &[Arc<Workflow>]) -> Vec<Alarm> {
    places(workflows).filter_map(Alarm::of).collect()
}

/// Returns the next `count` fires after `after` of each schedule of `workflows`, in the order of their times.
pub(crate) fn next(workflows: &[Arc<Workflow>], after: Timestamp, count: usize) -> Vec<Next> {
    let alarms = alarms(workflows);
    let fires = alarms.iter().flat_map(|alarm| {
        let (workflow, trigger) = alarm.place.names();
        alarm.fires.iter(after).take(count).map(move |at| Next {
            workflow: workflow.to_owned(),
            trigger: trigger.to_owned(),
            at,
            shown: alarm.fires.written(at),
        })
    });
    let mut fires: Vec<Next> = fires.collect();
    fires.sort_by_key(|next| next.at);
    fires
}

/// Returns the next fire of one trigger after `after`, by the clock of its zone; none if it has no schedule.
pub(crate) fn next_of(on: &On, after: Timestamp) -> Option<String> {
    let (schedule, zone) = on.schedule()?;
    let fires = Fires::new(schedule, zone)?;
    fires.after(after).map(|next| fires.written(next))
}
