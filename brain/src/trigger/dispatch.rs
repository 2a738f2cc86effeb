//! Starts runs that wait for their turn.

use std::collections::{HashMap, HashSet};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt as _;
use tokio::task::{JoinError, JoinSet};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::fire::Gate;
use super::supervise::{PAUSES, after};
use crate::error::{Error, ErrorKind};
use crate::run::{Runner, dead};
use crate::store::{Extent, Retention, RunId, StoreError, Wake};
use crate::workflow::{OnCrash, Workflow};

/// How often it is looked whether a run that another process goes on with is over, while one waits for that. Nobody tells of
/// the end of a process that was killed.
const LOOK: Duration = Duration::from_secs(2);

/// Starts the runs of some workflows.
pub(super) struct Dispatcher {
    gate: Gate,
    runner: Runner,
    workflows: HashMap<String, Arc<Workflow>>,
    /// How many runs go on at once; beyond that each workflow has one.
    limit: usize,
    tasks: JoinSet<(RunId, Result<(), Error>)>,
    /// The runs of the tasks, with their workflows.
    started: HashMap<RunId, String>,
    /// The runs that could not be started, until they are or wait no more.
    refused: HashMap<RunId, Refused>,
}

/// A run that could not be started when its turn came.
struct Refused {
    /// How long it was left alone after that.
    pause: Duration,
    /// When it is tried again.
    again: Instant,
}

impl Dispatcher {
    pub(super) fn new(
        gate: Gate,
        runner: Runner,
        workflows: &[Arc<Workflow>],
        limit: usize,
    ) -> Self {
        let named = workflows
            .iter()
            .map(|one| (one.name().to_owned(), Arc::clone(one)));
        Self {
            gate,
            runner,
            workflows: named.collect(),
            limit: limit.max(1),
            tasks: JoinSet::new(),
            started: HashMap::new(),
            refused: HashMap::new(),
        }
    }

    /// Goes on with runs that a crash has cut, if their workflows say so.
    pub(super) fn resume_crashed(&mut self) {
        let resumed = |one: &&Arc<Workflow>| one.on_crash() == OnCrash::Resume;
        let workflows: Vec<_> = self.workflows.values().filter(resumed).cloned().collect();
        for workflow in workflows {
            let runner = self.runner.clone();
            self.spawn(RunId::new(), workflow.name().to_owned(), async move {
                for (run, result) in runner.resume_crashed(&workflow).await? {
                    if let Err(error) = result {
                        tracing::warn!(run = %run.id, "it was cut by a crash: {error}");
                    }
                }
                Ok(())
            });
        }
    }

    /// Starts what waits until `stop`, for ever. The runs go on after that.
    ///
    /// # Errors
    /// The store could not be read.
    pub(super) async fn run(&mut self, stop: &CancellationToken) -> Result<(), StoreError> {
        // Order: it listens before it looks.
        let mut wake = self.gate.store.listen().ok();
        loop {
            let look = self.look().await?;
            tokio::select! {
                // Whoever stops it wants nothing new.
                biased;
                () = stop.cancelled() => return Ok(()),
                Some(ended) = self.tasks.join_next() => self.end(ended),
                () = self.gate.waits.notified() => {}
                () = heard(&mut wake) => {}
                () = until(look) => {
                    dead::close(&*self.gate.store, self.gate.clock.now()).await?;
                }
            }
        }
    }

    /// Waits until all that was started has ended.
    pub(super) async fn drain(&mut self) {
        while let Some(ended) = self.tasks.join_next().await {
            self.end(ended);
        }
    }

    /// Returns how many runs go on.
    pub(super) fn going(&self) -> usize {
        self.tasks.len()
    }

    /// Starts what waits and whose turn has come, and returns when to look again unless something happens before.
    pub(super) async fn look(&mut self) -> Result<Option<Instant>, StoreError> {
        let mut again: Option<Instant> = None;
        let mut sooner = |at: Instant| again = Some(again.map_or(at, |known| known.min(at)));
        let waiting = self.gate.store.waiting().await?;
        if waiting.is_empty() {
            self.refused.clear();
            return Ok(None);
        }
        let busy: HashSet<String> = self.started.values().cloned().collect();
        let runs: HashSet<RunId> = waiting.iter().map(|one| one.run).collect();
        self.refused.retain(|run, _| runs.contains(run));
        for waiting in waiting {
            let Some(workflow) = self.workflows.get(&waiting.workflow) else {
                // One of another executable.
                continue;
            };
            if self.started.contains_key(&waiting.run) {
                continue;
            }
            if !waiting.is_free {
                if !busy.contains(&waiting.workflow) {
                    // It waits for one that does not go on here.
                    sooner(Instant::now() + LOOK);
                }
                continue;
            }
            if let Some(refused) = self.refused.get(&waiting.run)
                && refused.again > Instant::now()
            {
                sooner(refused.again);
                continue;
            }
            let has_none = !self.started.values().any(|name| *name == waiting.workflow);
            if self.started.len() < self.limit || has_none {
                self.start(waiting.run, Arc::clone(workflow));
            }
        }
        Ok(again)
    }

    /// Returns how long a run that could not be started is left alone.
    #[cfg(test)]
    pub(super) fn pause_of(&self, run: RunId) -> Option<Duration> {
        self.refused.get(&run).map(|refused| refused.pause)
    }

    /// Acts as if the pause of a run were over.
    #[cfg(test)]
    pub(super) fn forgive(&mut self, run: RunId) {
        if let Some(refused) = self.refused.get_mut(&run) {
            refused.again = Instant::now();
        }
    }

    fn start(&mut self, run: RunId, workflow: Arc<Workflow>) {
        let (runner, gate) = (self.runner.clone(), self.gate.clone());
        self.spawn(run, workflow.name().to_owned(), async move {
            let ended = runner.run_queued(&workflow, run).await.map(drop);
            tidy(&gate, &workflow).await;
            ended
        });
    }

    fn spawn(
        &mut self,
        run: RunId,
        workflow: String,
        task: impl Future<Output = Result<(), Error>> + Send + 'static,
    ) {
        self.started.insert(run, workflow);
        self.tasks.spawn(async move {
            // Whatever happens, its place becomes free.
            let ended = AssertUnwindSafe(task).catch_unwind().await;
            let panicked = |_| {
                let message = "a bug in brain: the run panicked";
                Err(Error::new(ErrorKind::System, message))
            };
            (run, ended.unwrap_or_else(panicked))
        });
    }

    fn end(&mut self, ended: Result<(RunId, Result<(), Error>), JoinError>) {
        let (run, result) = match ended {
            Ok(ended) => ended,
            // No task is aborted, and what panics inside one is caught there.
            Err(error) => return tracing::error!("a bug in brain: a run was lost: {error}"),
        };
        self.started.remove(&run);
        let Err(error) = result else {
            self.refused.remove(&run);
            return;
        };
        // Another process may have been first, which is as good: then it waits no more. Else it is tried again.
        let before = self.refused.get(&run).map(|refused| refused.pause);
        let pause = after(before, PAUSES);
        let again = Instant::now() + pause;
        self.refused.insert(run, Refused { pause, again });
        tracing::warn!(%run, "it was not started or not stored: {error}");
    }
}

/// Waits until `time`, or for ever.
async fn until(time: Option<Instant>) {
    match time {
        Some(time) => tokio::time::sleep_until(time).await,
        None => std::future::pending().await,
    }
}

/// Removes what a workflow does not keep.
async fn tidy(gate: &Gate, workflow: &Workflow) {
    let Some(keep) = workflow.keep() else {
        return;
    };
    let retention = Retention::of(workflow.name(), keep, gate.clock.now());
    if let Err(error) = gate.store.prune(&retention, Extent::Whole).await {
        tracing::warn!(workflow = workflow.name(), "old runs stay: {error}");
    }
}

async fn heard(wake: &mut Option<Wake>) {
    match wake {
        Some(wake) => wake.changed().await,
        None => std::future::pending().await,
    }
}
