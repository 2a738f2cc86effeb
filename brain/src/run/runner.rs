//! The runner: what every run of a process has in common.

use std::fmt;
use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::Listener;
use super::before::Before;
use super::course::Course;
use super::followers::Followers;
use super::hold::Hold;
use super::means::{Means, Unmasked};
use super::moment::Moment;
use super::{dead, log, mask, watch};
use crate::clock::{Clock, SystemClock};
use crate::error::{Error, ErrorKind};
use crate::mask::Masker;
use crate::store::{Change, RunId, RunRow, Store};
use crate::workflow::{LastRun, Run, Scope, Trigger, Workflow};

/// Runs workflows and stores what happens.
///
/// # Examples
/// ```
/// use std::sync::Arc;
///
/// use brain::prelude::*;
/// use brain::{RunStatus, Runner, SqliteStore};
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
    pub(super) means: Means,
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
                unmasked: Unmasked::default(),
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
    /// A step that fails is no error of this function: it is the run's status. If the future is dropped before that, the step
    /// is killed and the run is interrupted.
    ///
    /// # Errors
    /// An error of kind [`Store`](crate::ErrorKind::Store) if the run cannot be stored; nothing is run that cannot. One of
    /// kind [`Usage`](crate::ErrorKind::Usage), before any step, if a step is of a kind that cannot be run yet.
    pub async fn run(&self, workflow: &Workflow) -> Result<RunRow, Error> {
        self.fire(workflow, Trigger::manual()).await
    }

    /// Runs a workflow that `trigger` fired for, and returns the run as it was stored.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    ///
    /// # Examples
    /// ```
    /// # use std::sync::Arc;
    /// # use brain::prelude::*;
    /// # use brain::{Runner, SqliteStore};
    /// # tokio::runtime::Runtime::new()?.block_on(async {
    /// # let folder = tempfile::tempdir()?;
    /// # let store = Arc::new(SqliteStore::open(&folder.path().join("brain.db"))?);
    /// let workflow = Workflow::builder("hook")
    ///     .on(Webhook::new("issues", from_env("ISSUES_WEBHOOK_SECRET")))
    ///     .step(ShellStep::new("title", "echo {trigger.body/title}"))
    ///     .build()?;
    /// let trigger = Trigger::webhook(r#"{"title":"it broke"}"#);
    /// let run = Runner::new(store).fire(&workflow, trigger).await?;
    /// assert_eq!(run.steps[0].output.as_deref(), Some("it broke"));
    /// assert_eq!(run.trigger["event"], "webhook");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub async fn fire(&self, workflow: &Workflow, trigger: Trigger) -> Result<RunRow, Error> {
        let moment = Moment::now(&*self.means.clock);
        self.start(workflow, None, moment, trigger).await
    }

    /// Stores a run that waits for its turn.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub async fn queue(&self, workflow: &Workflow, trigger: &Trigger) -> Result<RunRow, Error> {
        can_run(workflow)?;
        let fired = trigger.to_json();
        let queued = Change::RunQueued {
            run: RunId::new(),
            workflow: workflow.name().to_owned(),
            trigger: fired.clone(),
            at: self.means.clock.now(),
        };
        let row = self.keep(workflow, queued).await?;
        if row.trigger != fired {
            self.means.unmasked.keep(row.id, trigger.clone());
        }
        Ok(row)
    }

    /// Runs a run that waits for its turn, and returns it as it was stored.
    ///
    /// If a secret was in what fired, the store has it without, and only the runner that queued the run, or a clone of it,
    /// knows what it was. Any other one skips the run, and the reason says so; so does one that cannot read what was stored.
    ///
    /// # Errors
    /// As [`run`](Self::run); also if it does not wait any more, or is one of another workflow.
    pub async fn run_queued(&self, workflow: &Workflow, run: RunId) -> Result<RunRow, Error> {
        let name = workflow.name();
        let row = self.means.store.run(&run.into(), Some(name)).await?;
        let unmasked = self.means.unmasked.take(run);
        let trigger = match &unmasked {
            Some(trigger) => trigger.clone(),
            None if mask::is_masked(&row.trigger) => {
                return self.skip_queued(row, mask::NOT_KEPT.to_owned()).await;
            }
            None => match kept_trigger(&row) {
                Ok(trigger) => trigger,
                // Nobody will ever read it.
                Err(error) => return self.skip_queued(row, error.to_string()).await,
            },
        };
        let moment = Moment::not_before(row.created_at, &*self.means.clock);
        let ended = self.start(workflow, Some(row), moment, trigger).await;
        if let (Err(error), Some(trigger)) = (&ended, unmasked)
            && error.kind() == ErrorKind::Store
        {
            // It may be tried again.
            self.means.unmasked.keep(run, trigger);
        }
        ended
    }

    /// Stores that a trigger fired and that nothing is run, with the reason.
    ///
    /// # Errors
    /// An error of kind [`Store`](crate::ErrorKind::Store) if it cannot be stored.
    pub async fn skip(
        &self,
        workflow: &Workflow,
        trigger: &Trigger,
        reason: impl Into<String>,
    ) -> Result<RunRow, Error> {
        self.keep(
            workflow,
            Change::RunSkipped {
                run: RunId::new(),
                workflow: workflow.name().to_owned(),
                trigger: trigger.to_json(),
                reason: reason.into(),
                at: self.means.clock.now(),
            },
        )
        .await
    }

    /// Ends a run whose turn has come and of which nobody knows any more what fired for it.
    async fn skip_queued(&self, row: RunRow, reason: String) -> Result<RunRow, Error> {
        let skipped = Change::RunSkipped {
            run: row.id,
            workflow: row.workflow.clone(),
            trigger: row.trigger.clone(),
            reason,
            at: self.means.clock.now(),
        };
        self.means.store.record(vec![skipped.clone()]).await?;
        log::note(&skipped);
        if let Some(listener) = &self.means.listener {
            listener.notice(&skipped);
        }
        Ok(RunRow::after(Some(row), skipped)?)
    }

    /// Stores the one change that makes a run.
    async fn keep(&self, workflow: &Workflow, mut change: Change) -> Result<RunRow, Error> {
        mask::changes(&Masker::of(workflow), std::slice::from_mut(&mut change));
        self.means.store.record(vec![change.clone()]).await?;
        log::note(&change);
        if let Some(listener) = &self.means.listener {
            listener.notice(&change);
        }
        Ok(RunRow::after(None, change)?)
    }

    async fn start(
        &self,
        workflow: &Workflow,
        queued: Option<RunRow>,
        moment: Moment,
        trigger: Trigger,
    ) -> Result<RunRow, Error> {
        can_run(workflow)?;
        let store = &self.means.store;
        dead::close(&**store, moment.at).await?;
        let last_run = self.last_run(workflow).await?;
        let id = queued.as_ref().map_or_else(RunId::new, |row| row.id);
        let start = Change::RunStarted {
            run: id,
            workflow: workflow.name().to_owned(),
            trigger: trigger.to_json(),
            owner: store.owner().await?,
            last_run: last_run.id().and_then(|id| id.parse().ok()),
            // One that was queued keeps the time that it has.
            created_at: moment.at,
            started_at: moment.at,
        };
        let scope = scope(workflow, id, trigger, last_run);
        let done = (scope, Before::default());
        self.execute(workflow, (start, moment), queued, done).await
    }

    /// Begins a run, or goes on with it, and returns it as it was stored at its end.
    pub(super) async fn execute(
        &self,
        workflow: &Workflow,
        (start, moment): (Change, Moment),
        row: Option<RunRow>,
        (scope, before): (Scope, Before),
    ) -> Result<RunRow, Error> {
        let id = start.run();
        // Order: dropped last, when what the run has started is gone.
        let hold = Hold::new(&*self.means.store, id, moment);
        let stop = self.means.stop.child_token();
        let stop_at_last = self.means.stop.child_token();
        let followers = Followers::new(id);
        let mut course = Course {
            means: &self.means,
            id,
            scope,
            pending: Vec::new(),
            row,
            moment,
            stop: stop.clone(),
            stop_at_last: stop_at_last.clone(),
            before,
            withheld: workflow.variables().map(str::to_owned).collect(),
            followers: &followers,
            masker: Masker::of(workflow),
        };
        let run = course.run(workflow, start);
        let watch = watch::watch(
            &*self.means.store,
            (id, &followers),
            (stop.clone(), stop_at_last.clone()),
        );
        let ended = tokio::select! {
            // The end of the run counts, whatever comes with it.
            biased;
            ended = run => ended,
            never = watch => match never {},
        };
        if let Err(error) = ended {
            hold.failed();
            return Err(error);
        }
        hold.ended();
        // The token of the course may be another one by now: that of the steps that run at every end.
        if stop_at_last.is_cancelled() || stop.is_cancelled() {
            // Who cancelled the run may wait for its end; it is stored, whether or not it can be told.
            drop(self.means.store.wake());
        }
        course
            .row
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

/// Makes what the steps of a run can read before the first one has run.
pub(super) fn scope(workflow: &Workflow, id: RunId, trigger: Trigger, last_run: LastRun) -> Scope {
    let run = Run::new(id.to_string(), workflow.name().to_owned());
    Scope::new(run, trigger, last_run).typed(workflow.typed_steps())
}

/// Checks that an executor is there for each step.
pub(crate) fn can_run(workflow: &Workflow) -> Result<(), Error> {
    workflow.kind_not_built().map_or(Ok(()), |kind| {
        let message = format!("`{kind}` steps are not built yet");
        Err(Error::new(ErrorKind::Usage, message))
    })
}

/// Reads what fired for a run.
pub(super) fn kept_trigger(row: &RunRow) -> Result<Trigger, Error> {
    Trigger::from_json(&row.trigger).map_err(|error| {
        let message = format!("could not read the trigger of run `{}`: {error}", row.id);
        Error::new(ErrorKind::Store, message)
    })
}

impl fmt::Debug for Runner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runner")
            .field("store", &self.means.store)
            .field("clock", &self.means.clock)
            .finish_non_exhaustive()
    }
}
