//! The runner.

use std::fmt;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::Listener;
use crate::clock::{Clock, SystemClock, Timestamp};
use crate::error::{Error, ErrorKind};
use crate::step::{self, Attempt, Cause, Fault, Output};
use crate::store::{Change, EndedAttempt, RunId, RunRow, RunStatus, StepStatus, Store};
use crate::workflow::{Condition, LastRun, Run, Scope, Step, Trigger, Workflow};

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
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    listener: Option<Arc<dyn Listener>>,
    stop: CancellationToken,
    /// Names this process in the store.
    owner: String,
}

impl Runner {
    /// Makes a runner that keeps its runs in `store`.
    pub fn new(store: Arc<dyn Store>) -> Self {
        Self {
            store,
            clock: Arc::new(SystemClock),
            listener: None,
            stop: CancellationToken::new(),
            owner: Uuid::now_v7().to_string(),
        }
    }

    /// Tells `listener` of each change once it is stored.
    pub fn listener(mut self, listener: Arc<dyn Listener>) -> Self {
        self.listener = Some(listener);
        self
    }

    /// Takes the time from `clock`.
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// Interrupts runs when `stop` is cancelled: the step that runs is stopped, and both are stored as interrupted.
    pub fn stop(mut self, stop: CancellationToken) -> Self {
        self.stop = stop;
        self
    }

    /// Runs a workflow by hand and returns the run as it was stored.
    ///
    /// A step that fails is no error of this function: it is the run's status.
    ///
    /// # Errors
    /// An error of kind [`Store`](crate::ErrorKind::Store) if the run cannot be stored; nothing is run that cannot.
    pub async fn run(&self, workflow: &Workflow) -> Result<RunRow, Error> {
        let trigger = Trigger::manual();
        let last_run = self.last_run(workflow).await?;
        let id = RunId::new();
        let run = Run::new(id.to_string(), workflow.name().to_owned());
        let mut course = Course {
            runner: self,
            id,
            scope: Scope::new(run, trigger, last_run).typed(workflow.typed_steps()),
            pending: Vec::new(),
            stored: Vec::new(),
            moment: Moment::now(&*self.clock),
            withheld: workflow.variables().map(str::to_owned).collect(),
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
        let last = self.store.last_success(workflow.name()).await?;
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
            .field("store", &self.store)
            .field("clock", &self.clock)
            .field("owner", &self.owner)
            .finish_non_exhaustive()
    }
}

/// A moment by both clocks, so that what ends later never seems to have ended before it began.
#[derive(Clone, Copy)]
struct Moment {
    at: Timestamp,
    instant: Instant,
}

impl Moment {
    fn now(clock: &dyn Clock) -> Self {
        Self {
            at: clock.now(),
            instant: Instant::now(),
        }
    }

    /// Returns the time of day by the steady clock.
    fn later(self) -> Timestamp {
        self.at.plus(self.instant.elapsed())
    }
}

/// One run while it lasts.
struct Course<'a> {
    runner: &'a Runner,
    id: RunId,
    scope: Scope,
    /// Changes that go to the store with the next one.
    pending: Vec<Change>,
    /// Changes that the store has.
    stored: Vec<Change>,
    /// When the run started.
    moment: Moment,
    /// Variables that no command sees unless its step passes them on.
    withheld: Vec<String>,
}

/// How a step ended, as far as the run is concerned.
enum Verdict {
    GoOn,
    Fail(String),
    Interrupt(Cut),
}

/// Where a run was interrupted.
enum Cut {
    Before,
    In,
}

/// How long a `when` may take before what happened until then is stored without the answer.
///
/// Far over what a comparison takes, so that most conditions cost no transaction of their own; far under what a person
/// would miss if the process died meanwhile.
const QUICK: Duration = Duration::from_millis(5);

impl Course<'_> {
    async fn run(&mut self, workflow: &Workflow) -> Result<(), Error> {
        self.pending.push(Change::RunStarted {
            run: self.id,
            workflow: workflow.name().to_owned(),
            trigger: json!({ "event": self.scope.trigger().event().to_string() }),
            owner: self.runner.owner.clone(),
            created_at: self.moment.at,
            started_at: self.moment.at,
        });
        let mut status = RunStatus::Success;
        let mut error = None;
        for (position, step) in (0..).zip(workflow.steps()) {
            match self.step(position, step).await? {
                Verdict::GoOn => {}
                Verdict::Fail(message) => {
                    status = RunStatus::Failed;
                    error = Some(format!("step `{}`: {message}", step.name()));
                    break;
                }
                Verdict::Interrupt(cut) => {
                    let place = match cut {
                        Cut::Before => "before",
                        Cut::In => "in",
                    };
                    status = RunStatus::Interrupted;
                    error = Some(format!("interrupted {place} step `{}`", step.name()));
                    break;
                }
            }
        }
        self.pending.push(Change::RunEnded {
            run: self.id,
            status,
            error,
            at: self.moment.later(),
        });
        self.store().await
    }

    async fn step(&mut self, position: u32, step: &Step) -> Result<Verdict, Error> {
        let condition = match &step.condition {
            None => Ok(true),
            Some(condition) => self.decide(condition).await?,
        };
        // Whatever the condition said: a step that is not started leaves nothing that `resume` would have to ask about.
        if self.runner.stop.is_cancelled() {
            return Ok(Verdict::Interrupt(Cut::Before));
        }
        let begun = self.moment.later();
        if let Ok(false) = condition {
            self.scope.add(step.name(), None);
            self.end(position, step, StepStatus::Skipped, None, None, begun);
            return Ok(Verdict::GoOn);
        }
        self.pending.push(Change::StepStarted {
            run: self.id,
            position,
            name: step.name().to_owned(),
            kind: step.kind().to_owned(),
            at: begun,
        });
        // Order: the start is stored before anything is started.
        self.store().await?;
        let result = if let Err(fault) = condition {
            Err(in_condition(fault))
        } else {
            step::execute(&Attempt {
                step,
                scope: &self.scope,
                store: &*self.runner.store,
                clock: &*self.runner.clock,
                stop: self.runner.stop.child_token(),
                withheld: &self.withheld,
            })
            .await
        };
        Ok(self.settle(position, step, begun, result))
    }

    /// Asks the `when` of a step; what is pending is stored meanwhile if the answer takes its time.
    async fn decide(&mut self, condition: &Condition) -> Result<Result<bool, Fault>, Error> {
        let mut decision = pin!(step::decide(condition, &self.scope, &self.runner.stop));
        tokio::select! {
            // An answer that is there needs no transaction of its own.
            biased;
            decision = &mut decision => return Ok(decision),
            () = tokio::time::sleep(QUICK) => {}
        }
        self.store().await?;
        Ok(decision.await)
    }

    /// Notes the end of an attempt and of its step.
    fn settle(
        &mut self,
        position: u32,
        step: &Step,
        started_at: Timestamp,
        result: Result<Output, Fault>,
    ) -> Verdict {
        let ended_at = self.moment.later();
        let mut attempt = EndedAttempt {
            number: 1,
            status: StepStatus::Success,
            started_at,
            ended_at,
            output: None,
            error: None,
            record: json!({}),
        };
        let (output, verdict) = match result {
            Ok(output) => {
                attempt.record = output.record;
                (Some(output.text), Verdict::GoOn)
            }
            Err(fault) => {
                attempt.record = fault.record;
                attempt.output = fault.output;
                let (status, error, verdict) = match fault.cause {
                    Cause::Failed(failure) => {
                        let error = failure.chain();
                        (StepStatus::Failed, error.clone(), Verdict::Fail(error))
                    }
                    Cause::Stopped => (
                        StepStatus::Interrupted,
                        "it was stopped before it ended".to_owned(),
                        Verdict::Interrupt(Cut::In),
                    ),
                };
                attempt.status = status;
                attempt.error = Some(error);
                (None, verdict)
            }
        };
        let (status, error) = (attempt.status, attempt.error.clone());
        self.pending.push(Change::AttemptEnded {
            run: self.id,
            position,
            attempt,
        });
        if let Some(text) = &output {
            self.scope.add(step.name(), Some(text.as_str().into()));
        }
        self.end(position, step, status, output, error, ended_at);
        verdict
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of one change")]
    fn end(
        &mut self,
        position: u32,
        step: &Step,
        status: StepStatus,
        output: Option<String>,
        error: Option<String>,
        at: Timestamp,
    ) {
        self.pending.push(Change::StepEnded {
            run: self.id,
            position,
            name: step.name().to_owned(),
            kind: step.kind().to_owned(),
            status,
            output,
            error,
            at,
        });
    }

    /// Stores what is pending, and tells of it after that.
    async fn store(&mut self) -> Result<(), Error> {
        let changes = std::mem::take(&mut self.pending);
        self.runner.store.record(changes.clone()).await?;
        if let Some(listener) = &self.runner.listener {
            for change in &changes {
                listener.notice(change);
            }
        }
        self.stored.extend(changes);
        Ok(())
    }
}

fn in_condition(fault: Fault) -> Fault {
    match fault.cause {
        Cause::Stopped => fault,
        Cause::Failed(failure) => Fault {
            cause: Cause::Failed(crate::workflow::Failure::fatal(format!(
                "its `when` failed: {}",
                failure.chain()
            ))),
            ..fault
        },
    }
}
