//! One run: its steps in their order, and each change into the store.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio_util::sync::CancellationToken;

use super::before::Before;
use super::begun::Begun;
use super::followers::Followers;
use super::list::{ALWAYS, ON_FAILURE, STEPS};
use super::means::Means;
use super::moment::Moment;
use super::{log, mask};
use crate::clock::Timestamp;
use crate::error::Error;
use crate::mask::Masker;
use crate::step::{self, Cause, Fault};
use crate::store::{Change, EndedAttempt, RunId, RunRow, RunStatus, StepStatus};
use crate::workflow::{Condition, Left, Scope, Step, Workflow};

/// One run while it lasts.
pub(super) struct Course<'a> {
    /// What is common to all runs of the process.
    pub(super) means: &'a Means,
    /// Its name.
    pub(super) id: RunId,
    /// What its steps can read.
    pub(super) scope: Scope,
    /// Changes that go to the store with the next one.
    pub(super) pending: Vec<Change>,
    /// The run as the store has it.
    pub(super) row: Option<RunRow>,
    /// When the run started.
    pub(super) moment: Moment,
    /// Ends the step that runs, and with it the list of steps.
    pub(super) stop: CancellationToken,
    /// Takes the place of `stop` once that has ended the steps, for those that run at every end.
    pub(super) stop_at_last: CancellationToken,
    /// What was done before, if the run goes on.
    pub(super) before: Before,
    /// Variables that no command sees unless its step passes them on.
    pub(super) withheld: Vec<String>,
    /// Who follows it from other processes.
    pub(super) followers: &'a Followers,
    /// Knows what neither the store nor a listener sees.
    pub(super) masker: Masker,
}

/// How a step ended, as far as the run is concerned.
pub(super) enum Verdict {
    GoOn,
    Fail(String),
    Stop(Cut),
}

/// Where a run was stopped.
pub(super) enum Cut {
    Before,
    In,
}

/// How a list of steps, or all of them, ended.
enum End {
    Done,
    Failed(Failed),
    Interrupted(String),
    Cancelled(String),
}

/// The step that failed first.
struct Failed {
    step: String,
    error: String,
}

impl Failed {
    fn told(&self) -> String {
        format!("step `{}`: {}", self.step, self.error)
    }
}

impl End {
    /// Adds the end of a later list: what went wrong first is what went wrong.
    fn and(self, later: Self) -> Self {
        match (self, later) {
            (Self::Failed(first), Self::Interrupted(later)) => {
                Self::Interrupted(format!("{}; {later}", first.told()))
            }
            (Self::Failed(first), Self::Cancelled(later)) => {
                Self::Cancelled(format!("{}; {later}", first.told()))
            }
            (Self::Done, later) => later,
            (first, _) => first,
        }
    }
}

/// How long a `when` may take before what happened until then is stored without the answer.
///
/// Far over what a comparison takes, so that most conditions cost no transaction of their own; far under what a person
/// would miss if the process died meanwhile.
const QUICK: Duration = Duration::from_millis(5);

impl Course<'_> {
    /// Begins the run with `start`, runs the steps, and stores what happens.
    ///
    /// # Errors
    /// If the store fails.
    pub(super) async fn run(&mut self, workflow: &Workflow, start: Change) -> Result<(), Error> {
        self.pending.push(start);
        let (status, error) = match self.lists(workflow).await? {
            End::Done => (RunStatus::Success, None),
            End::Failed(failed) => (RunStatus::Failed, Some(failed.told())),
            End::Interrupted(error) => (RunStatus::Interrupted, Some(error)),
            End::Cancelled(error) => (RunStatus::Cancelled, Some(error)),
        };
        self.pending.push(Change::RunEnded {
            run: self.id,
            status,
            error,
            at: self.moment.later(),
        });
        self.store().await
    }

    /// Runs the steps, those of `on_failure` if one has failed, and then those of `always`, unless it is stopped.
    async fn lists(&mut self, workflow: &Workflow) -> Result<End, Error> {
        let mut end = self.list(STEPS, workflow.steps()).await?;
        if let End::Failed(failed) = &end {
            // An error is to be told, and whoever tells it in a step need not know what is secret in it.
            let error = self.masker.mask(&failed.error);
            self.scope.fail(&failed.step, &error);
            end = end.and(self.list(ON_FAILURE, workflow.on_failure()).await?);
        }
        match end {
            End::Interrupted(_) => return Ok(end),
            // Who cancels a run wants its steps to end, and not what it has taken to be left lying about.
            End::Cancelled(_) => self.stop = self.stop_at_last.clone(),
            End::Done | End::Failed(_) => {}
        }
        Ok(end.and(self.list(ALWAYS, workflow.always()).await?))
    }

    /// Runs the steps of a list, of which the first has the position `first`, until one fails.
    async fn list(&mut self, first: u32, steps: &[Step]) -> Result<End, Error> {
        for (position, step) in (first..).zip(steps) {
            if self.before.finished.contains(&position) {
                continue;
            }
            match self.step(position, step).await? {
                Verdict::GoOn => {}
                Verdict::Fail(error) => {
                    let step = step.name().to_owned();
                    return Ok(End::Failed(Failed { step, error }));
                }
                Verdict::Stop(cut) => {
                    let place = match cut {
                        Cut::Before => "before",
                        Cut::In => "in",
                    };
                    let status = self.stopped_as();
                    let error = format!("{status} {place} step `{}`", step.name());
                    return Ok(match status {
                        StepStatus::Cancelled => End::Cancelled(error),
                        _ => End::Interrupted(error),
                    });
                }
            }
        }
        Ok(End::Done)
    }

    async fn step(&mut self, position: u32, step: &Step) -> Result<Verdict, Error> {
        if let Some(output) = self.before.given(position) {
            self.given(position, step, output);
            return Ok(Verdict::GoOn);
        }
        let condition = match &step.every.condition {
            None => Ok(true),
            Some(condition) => self.decide(condition).await?,
        };
        // Whatever the condition said: a step that is not started leaves nothing that `resume` would have to ask about.
        if self.stop.is_cancelled() {
            return Ok(Verdict::Stop(Cut::Before));
        }
        let begun = self.moment.later();
        if let Ok(false) = condition {
            self.scope.add(step.name(), Left::Skipped);
            self.pending.push(Change::StepSkipped {
                run: self.id,
                position,
                name: step.name().to_owned(),
                kind: step.kind().to_owned(),
                source: step.source_hash().to_owned(),
                reason: None,
                at: begun,
            });
            return Ok(Verdict::GoOn);
        }
        self.begin(position, step, begun);
        // Order: the start is stored before anything is started.
        self.store().await?;
        let begun = Begun {
            position,
            step,
            first: self.before.next_attempt(position),
            at: begun,
        };
        if let Err(fault) = condition {
            let end = self.attempt_ended(&begun, begun.first, begun.at, Err(in_condition(fault)));
            return Ok(self.step_ended(&begun, end));
        }
        self.attempts(&begun).await
    }

    fn begin(&mut self, position: u32, step: &Step, at: Timestamp) {
        self.pending.push(Change::StepStarted {
            run: self.id,
            position,
            name: step.name().to_owned(),
            kind: step.kind().to_owned(),
            source: step.source_hash().to_owned(),
            at,
        });
    }

    /// Notes that a step has the output that a person gave it.
    fn given(&mut self, position: u32, step: &Step, output: String) {
        let at = self.moment.later();
        self.begin(position, step, at);
        let attempt = EndedAttempt {
            number: self.before.next_attempt(position),
            status: StepStatus::Success,
            started_at: at,
            ended_at: at,
            output: None,
            error: None,
            record: json!({ "given": true }),
        };
        let run = self.id;
        self.pending.push(Change::AttemptEnded {
            run,
            position,
            attempt,
        });
        let output: Arc<str> = output.into();
        self.scope.add(step.name(), Left::Text(Arc::clone(&output)));
        let (status, output) = (StepStatus::Success, Some(output));
        self.end(position, step, status, output, None, at);
    }

    /// Returns what a step or a run that was stopped becomes. If the process is to end as well, that counts: the run can
    /// go on then.
    pub(super) fn stopped_as(&self) -> StepStatus {
        if self.means.stop.is_cancelled() {
            StepStatus::Interrupted
        } else {
            StepStatus::Cancelled
        }
    }

    /// Asks the `when` of a step; what is pending is stored meanwhile if the answer takes its time.
    async fn decide(&mut self, condition: &Condition) -> Result<Result<bool, Fault>, Error> {
        let mut decision = pin!(step::decide(condition, &self.scope, &self.stop));
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
        output: Option<Arc<str>>,
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
            is_masked: false,
            error,
            at,
        });
    }

    /// Stores what is pending, and tells of it after that.
    pub(super) async fn store(&mut self) -> Result<(), Error> {
        let mut changes = std::mem::take(&mut self.pending);
        // The one way out: neither the store nor a listener sees a secret. The scope keeps what the next steps need.
        mask::changes(&self.masker, &mut changes);
        self.means.store.record(changes.clone()).await?;
        changes.iter().for_each(log::note);
        if let Some(listener) = &self.means.listener {
            for change in &changes {
                listener.notice(change);
            }
        }
        for change in changes {
            self.row = Some(RunRow::after(self.row.take(), change)?);
        }
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
