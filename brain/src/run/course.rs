//! One run: its steps in their order, and each change into the store.

use std::pin::pin;
use std::time::Duration;

use serde_json::json;

use super::attempts::{Begun, FIRST};
use super::moment::Moment;
use super::runner::Runner;
use crate::clock::Timestamp;
use crate::error::Error;
use crate::step::{self, Cause, Fault};
use crate::store::{Change, RunId, RunStatus, StepStatus};
use crate::workflow::{Condition, Left, Scope, Step, Workflow};

/// One run while it lasts.
pub(super) struct Course<'a> {
    /// What is common to all runs of the process.
    pub(super) runner: &'a Runner,
    /// Its name.
    pub(super) id: RunId,
    /// What its steps can read.
    pub(super) scope: Scope,
    /// Changes that go to the store with the next one.
    pub(super) pending: Vec<Change>,
    /// Changes that the store has.
    pub(super) stored: Vec<Change>,
    /// When the run started.
    pub(super) moment: Moment,
    /// Variables that no command sees unless its step passes them on.
    pub(super) withheld: Vec<String>,
}

/// How a step ended, as far as the run is concerned.
pub(super) enum Verdict {
    GoOn,
    Fail(String),
    Interrupt(Cut),
}

/// Where a run was interrupted.
pub(super) enum Cut {
    Before,
    In,
}

/// How long a `when` may take before what happened until then is stored without the answer.
///
/// Far over what a comparison takes, so that most conditions cost no transaction of their own; far under what a person
/// would miss if the process died meanwhile.
const QUICK: Duration = Duration::from_millis(5);

impl Course<'_> {
    /// Runs the steps, and stores what happens.
    ///
    /// # Errors
    /// If the store fails.
    pub(super) async fn run(&mut self, workflow: &Workflow) -> Result<(), Error> {
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
        let condition = match &step.every.condition {
            None => Ok(true),
            Some(condition) => self.decide(condition).await?,
        };
        // Whatever the condition said: a step that is not started leaves nothing that `resume` would have to ask about.
        if self.runner.stop.is_cancelled() {
            return Ok(Verdict::Interrupt(Cut::Before));
        }
        let begun = self.moment.later();
        if let Ok(false) = condition {
            self.scope.add(step.name(), Left::Skipped);
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
        let begun = Begun {
            position,
            step,
            at: begun,
        };
        if let Err(fault) = condition {
            let end = self.attempt_ended(&begun, FIRST, begun.at, Err(in_condition(fault)));
            return Ok(self.step_ended(&begun, end));
        }
        self.attempts(&begun).await
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

    #[expect(clippy::too_many_arguments, reason = "the fields of one change")]
    pub(super) fn end(
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
    pub(super) async fn store(&mut self) -> Result<(), Error> {
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
