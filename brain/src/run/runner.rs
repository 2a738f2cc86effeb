//! The runner: what every run of a process has in common.

use std::fmt;
use std::sync::Arc;

use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::Listener;
use super::course::Course;
use super::means::Means;
use super::moment::Moment;
use crate::clock::{Clock, SystemClock};
use crate::error::{Error, ErrorKind};
use crate::mask::Masker;
use crate::store::{RunId, RunRow, Store};
use crate::workflow::{LastRun, Run, Scope, Trigger, Workflow};

/// Runs workflows and stores what happens.
///
/// # Examples
/// ```
/// use std::sync::Arc;
///
/// use brain::prelude::*;
/// use brain::{Runner, RunStatus, SqliteStore};
///
/// # tokio::runtime::Runtime::new()?.block_on(async {
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("brain.db");
/// let workflow = Workflow::builder("hello")
///     .step(ShellStep::new("greeting", "echo hello"))
///     .build()?;
/// let store = Arc::new(SqliteStore::open(&path)?);
/// let run = Runner::new(store).run(&workflow).await?;
/// assert_eq!(run.status, RunStatus::Success);
/// assert_eq!(run.steps[0].output.as_deref(), Some("hello"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
#[must_use]
pub struct Runner {
    means: Means,
}

impl Runner {
    /// Makes a runner that keeps its runs in `store`.
    pub fn new(store: Arc<dyn Store>) -> Self {
        Self {
            means: Means {
                store,
                clock: Arc::new(SystemClock),
                listener: None,
                stop: CancellationToken::new(),
                kill: CancellationToken::new(),
                owner: Uuid::now_v7().to_string(),
            },
        }
    }

    /// Tells `listener` of each change once it is stored.
    pub fn listener(mut self, listener: Arc<dyn Listener>) -> Self {
        self.means.listener = Some(listener);
        self
    }

    /// Takes the time from `clock`.
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.means.clock = clock;
        self
    }

    /// Interrupts runs when `stop` is cancelled: the step that runs is stopped, and both are stored as interrupted.
    pub fn stop(mut self, stop: CancellationToken) -> Self {
        self.means.stop = stop;
        self
    }

    /// Interrupts runs at once when `kill` is cancelled: whatever the step that runs has started is killed without a
    /// chance to end by itself.
    pub fn kill(mut self, kill: CancellationToken) -> Self {
        self.means.kill = kill;
        self
    }

    /// Runs a workflow by hand and returns the run as it was stored.
    ///
    /// A step that fails is no error of this function: it is the run's status.
    ///
    /// # Errors
    /// An error of kind [`Store`](crate::ErrorKind::Store) if the run cannot be stored; nothing is run that cannot. One of
    /// kind [`Usage`](crate::ErrorKind::Usage), before any step, if a step is of a kind that cannot be run yet.
    pub async fn run(&self, workflow: &Workflow) -> Result<RunRow, Error> {
        if let Some(kind) = workflow.kind_not_built() {
            let message = format!("`{kind}` steps are not built yet");
            return Err(Error::new(ErrorKind::Usage, message));
        }
        let trigger = Trigger::manual();
        let last_run = self.last_run(workflow).await?;
        let id = RunId::new();
        let run = Run::new(id.to_string(), workflow.name().to_owned());
        let mut course = Course {
            means: &self.means,
            id,
            scope: Scope::new(run, trigger, last_run).typed(workflow.typed_steps()),
            pending: Vec::new(),
            stored: Vec::new(),
            moment: Moment::now(&*self.means.clock),
            withheld: workflow.variables().map(str::to_owned).collect(),
            masker: Masker::of(workflow),
        };
        course.run(workflow).await?;
        RunRow::of(&course.stored)
            .ok_or_else(|| Error::new(ErrorKind::System, "the run ended without having begun"))
    }

    /// Returns the last successful run, if the workflow reads anything of it.
    async fn last_run(&self, workflow: &Workflow) -> Result<LastRun, Error> {
        if !workflow.reads_last_run() {
            return Ok(LastRun::default());
        }
        let last = self.means.store.last_success(workflow.name()).await?;
        Ok(last.map_or_else(LastRun::default, |last| {
            LastRun::new(
                last.id.to_string(),
                last.created_at.to_string(),
                last.outputs,
            )
        }))
    }
}

impl fmt::Debug for Runner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runner")
            .field("store", &self.means.store)
            .field("clock", &self.means.clock)
            .field("owner", &self.means.owner)
            .finish_non_exhaustive()
    }
}
