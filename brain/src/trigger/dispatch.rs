//! Starts runs that wait for their turn.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::fire::Gate;
use crate::error::Error;
use crate::run::{Runner, dead};
use crate::store::{Extent, Retention, RunId, StoreError, Wake};
use crate::workflow::Workflow;

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
}

/// What is left to do after a look at the store.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Left {
    Nothing,
    /// A run waits for one that does not go on here.
    Others,
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
        }
    }

    /// Goes on with runs that a crash has cut, if their workflows say so.
    pub(super) fn resume_crashed(&mut self) {
        for workflow in self.workflows.values() {
            let workflow = Arc::clone(workflow);
            let runner = self.runner.clone();
            let id = RunId::new();
            self.started.insert(id, workflow.name().to_owned());
            self.tasks.spawn(async move {
                let resumed = runner.resume_crashed(&workflow).await;
                let resumed = resumed.map(|resumed| {
                    for (run, result) in resumed {
                        if let Err(error) = result {
                            tracing::warn!(run = %run.id, "it was cut by a crash: {error}");
                        }
                    }
                });
                (id, resumed)
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
            let left = self.look().await?;
            tokio::select! {
                // Whoever stops it wants nothing new.
                biased;
                () = stop.cancelled() => return Ok(()),
                Some(ended) = self.tasks.join_next() => self.end(ended),
                () = self.gate.waits.notified() => {}
                () = heard(&mut wake) => {}
                () = tokio::time::sleep(LOOK), if left == Left::Others => {
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

    /// Starts what waits and whose turn has come.
    async fn look(&mut self) -> Result<Left, StoreError> {
        let mut left = Left::Nothing;
        let busy: HashSet<String> = self.started.values().cloned().collect();
        for waiting in self.gate.store.waiting().await? {
            let Some(workflow) = self.workflows.get(&waiting.workflow) else {
                // One of another executable.
                continue;
            };
            if self.started.contains_key(&waiting.run) {
                continue;
            }
            if !waiting.is_free {
                if !busy.contains(&waiting.workflow) {
                    left = Left::Others;
                }
                continue;
            }
            let has_none = !self.started.values().any(|name| *name == waiting.workflow);
            if self.started.len() < self.limit || has_none {
                self.start(waiting.run, Arc::clone(workflow));
            }
        }
        Ok(left)
    }

    fn start(&mut self, run: RunId, workflow: Arc<Workflow>) {
        self.started.insert(run, workflow.name().to_owned());
        let (runner, gate) = (self.runner.clone(), self.gate.clone());
        self.tasks.spawn(async move {
            let ended = runner.run_queued(&workflow, run).await.map(drop);
            tidy(&gate, &workflow).await;
            (run, ended)
        });
    }

    fn end(&mut self, ended: Result<(RunId, Result<(), Error>), tokio::task::JoinError>) {
        match ended {
            Ok((run, result)) => {
                self.started.remove(&run);
                if let Err(error) = result {
                    // Another process may have been first, which is as good.
                    tracing::warn!(%run, "it was not started or not stored: {error}");
                }
            }
            Err(error) => tracing::error!("a bug in brain: a run panicked: {error}"),
        }
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
