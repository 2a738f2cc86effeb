//! Going on with a run that ended without success.

use std::collections::{HashMap, HashSet};

use super::Runner;
use super::before::Before;
use super::dead;
use super::list::{ALWAYS, ON_FAILURE, STEPS};
use super::mask;
use super::moment::Moment;
use crate::error::{Error, ErrorKind};
use crate::store::{
    CRASHES, Change, HistoryQuery, RunReference, RunRow, RunStatus, StepRow, StepStatus,
    StoreError, is_crash,
};
use crate::workflow::{LastRun, Left, OnCrash, Scope, Step, Workflow};

/// What becomes of a step that was cut: nobody knows how far it came.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum CutStep {
    /// It is run again if it is repeatable; else the run is not resumed.
    #[default]
    IfRepeatable,
    /// It is run again.
    Again,
    /// It is not run again: this is its output.
    SkipWith(String),
}

/// How a run goes on.
struct Plan {
    before: Before,
    reason: Option<String>,
}

impl Runner {
    /// Goes on with a run that was interrupted, cancelled or failed, and returns it as it was stored.
    ///
    /// Steps that have ended well are not run again: what they left is read from the store. A step that failed is run
    /// again; `cut` says what becomes of one that was cut. `on_failure` and `always` belong to the end of a run and are run
    /// when it ends anew; a run that was cut in `always` goes on there.
    ///
    /// # Errors
    /// As [`run`](Self::run); one of kind [`Usage`](crate::ErrorKind::Usage) if the run cannot go on: it has not ended, or
    /// ended well, a step that has ended is not the same any more, or a step was cut that is not repeatable.
    pub async fn resume(
        &self,
        workflow: &Workflow,
        reference: &RunReference,
        cut: CutStep,
    ) -> Result<RunRow, Error> {
        super::runner::can_run(workflow)?;
        let store = &self.means.store;
        dead::close(&**store, self.means.clock.now()).await?;
        let row = store.run(reference, Some(workflow.name())).await?;
        let plan = plan(workflow, &row, cut)?;
        dead::end_left_over(row.id).await;
        let trigger = super::runner::kept_trigger(&row)?;
        let last_run = self.kept_last_run(&row).await?;
        let floor = row.ended_at.unwrap_or(row.created_at);
        let moment = Moment::not_before(floor, &*self.means.clock);
        let start = Change::RunResumed {
            run: row.id,
            owner: store.owner().await?,
            reason: plan.reason,
            anew: ON_FAILURE,
            at: moment.at,
        };
        let id = row.id;
        let mut scope = super::runner::scope(workflow, id, trigger, last_run);
        restore(&mut scope, workflow, &row, &plan.before.finished);
        // If another process was first, the store refuses the start.
        self.execute(workflow, (start, moment), Some(row), (scope, plan.before))
            .await
    }

    /// Goes on with the runs of a workflow whose process died, if it says `on_crash: resume`; tells of each how it went.
    ///
    /// A run whose process died three times in a row is left to a person.
    ///
    /// # Errors
    /// An error of kind [`Store`](crate::ErrorKind::Store) if the store cannot be used.
    pub async fn resume_crashed(
        &self,
        workflow: &Workflow,
    ) -> Result<Vec<(RunRow, Result<RunRow, Error>)>, Error> {
        let mut resumed = Vec::new();
        if workflow.on_crash() != OnCrash::Resume {
            return Ok(resumed);
        }
        dead::close(&*self.means.store, self.means.clock.now()).await?;
        let query = HistoryQuery {
            workflow: Some(workflow.name().to_owned()),
            status: Some(RunStatus::Interrupted),
            limit: None,
        };
        let interrupted = self.means.store.history(&query).await?;
        let given_up = format!(", {CRASHES} times in a row");
        // The oldest first.
        for row in interrupted.into_iter().rev() {
            let error = row.error.as_deref().unwrap_or_default();
            if is_crash(error) && !error.ends_with(&given_up) && !self.means.stop.is_cancelled() {
                let reference = row.id.into();
                let result = self.resume(workflow, &reference, CutStep::default()).await;
                resumed.push((row, result));
            }
        }
        Ok(resumed)
    }

    /// Returns what the steps of a run read as the last one.
    async fn kept_last_run(&self, row: &RunRow) -> Result<LastRun, Error> {
        let Some(id) = row.last_run else {
            return Ok(LastRun::default());
        };
        let last = match self.means.store.run(&id.into(), None).await {
            Err(StoreError::NoSuchRun { .. }) => {
                let reason = format!("the last run that it reads, `{}`, was removed", id.short());
                return Err(refusal(row, &reason));
            }
            other => other?,
        };
        let outputs = last.steps.into_iter().map(|step| (step.name, step.output));
        Ok(LastRun::new(
            id.to_string(),
            last.created_at.to_string(),
            outputs.collect(),
        ))
    }
}

/// Gives a run that goes on what its finished steps left.
fn restore(scope: &mut Scope, workflow: &Workflow, row: &RunRow, finished: &HashSet<u32>) {
    let values: HashSet<String> = workflow.typed_steps().collect();
    for step in row
        .steps
        .iter()
        .filter(|step| finished.contains(&step.position))
    {
        let gave_nothing = || {
            let record = step.attempts.last().map(|attempt| &attempt.record);
            record.is_some_and(|record| record["gave"] == "nothing")
        };
        let left = match &step.output {
            Some(text) if text.is_empty() && values.contains(&step.name) && gave_nothing() => {
                Left::Nothing
            }
            Some(text) => Left::Text(text.as_str().into()),
            None => Left::Skipped,
        };
        scope.add(&step.name, left);
    }
}

/// Decides how a run goes on.
fn plan(workflow: &Workflow, row: &RunRow, cut: CutStep) -> Result<Plan, Error> {
    match row.status {
        RunStatus::Failed | RunStatus::Interrupted | RunStatus::Cancelled => {}
        RunStatus::Success => return Err(refusal(row, "it ended well")),
        RunStatus::Skipped => return Err(refusal(row, "nothing of it was run")),
        RunStatus::Queued => return Err(refusal(row, "it waits for its turn")),
        RunStatus::Running => return Err(refusal(row, "it is running")),
    }
    if mask::is_masked(&row.trigger) {
        return Err(refusal(row, mask::NOT_KEPT).with_hint("run the workflow anew"));
    }
    let (steps, after): (Vec<&StepRow>, Vec<&StepRow>) = row
        .steps
        .iter()
        .partition(|step| step.position < ON_FAILURE);
    let mut finished: Vec<&StepRow> = steps
        .iter()
        .copied()
        .filter(|step| is_finished(step))
        .collect();
    for step in &finished {
        if let Some(difference) = difference(workflow.steps(), &finished, step) {
            return Err(refusal(row, &difference).with_hint(
                "run the workflow anew, or resume the run with the executable that began it",
            ));
        }
    }
    let mut stuck = steps.iter().copied().find(|step| !is_finished(step));
    let all_done = stuck.is_none() && finished.len() == workflow.steps().len();
    let mut list = (STEPS, workflow.steps());
    if all_done {
        // What has run since the last step ended belongs to the end that the run was cut in.
        let since = finished.iter().filter_map(|step| step.ended_at).max();
        let begun = |step: &&StepRow| step.started_at.or(step.ended_at);
        let mut of_this_end = after
            .into_iter()
            .filter(|step| step.position >= ALWAYS && begun(step) >= since);
        let done = of_this_end.clone().filter(|step| is_finished(step));
        list = (ALWAYS, workflow.always());
        finished.extend(done.filter(|step| at(list, step).is_some_and(|now| is_same(now, step))));
        stuck = of_this_end.find(|step| !is_finished(step));
    }
    if let Some(masked) = finished.iter().find(|step| step.is_masked) {
        let reason = format!(
            "the output of step `{}` held a secret and was stored without it, so it cannot be used again",
            masked.name
        );
        return Err(refusal(row, &reason).with_hint("run the workflow anew"));
    }
    let mut before = Before {
        finished: finished.iter().map(|step| step.position).collect(),
        attempts: last_attempts(row),
        given: None,
    };
    let reason = match stuck {
        Some(stuck) => Some(go_on_with(row, (list, stuck), cut, &mut before)?),
        None if matches!(cut, CutStep::SkipWith(_)) => {
            return Err(refusal(
                row,
                "none of its steps was cut, so none takes an output",
            ));
        }
        None => None,
    };
    Ok(Plan { before, reason })
}

/// Decides what becomes of the step at which a run ended.
fn go_on_with(
    row: &RunRow,
    (list, stuck): ((u32, &[Step]), &StepRow),
    cut: CutStep,
    before: &mut Before,
) -> Result<String, Error> {
    let name = &stuck.name;
    let Some(step) = at(list, stuck).filter(|step| step.name() == name) else {
        let reason = format!("step `{name}`, at which it ended, is not at its place any more");
        return Err(refusal(row, &reason));
    };
    match cut {
        CutStep::SkipWith(output) => {
            before.given = Some((stuck.position, as_given(step, output)));
            Ok(format!("step `{name}` has the output it was given"))
        }
        CutStep::IfRepeatable if was_cut(stuck) && !step.is_repeatable() => {
            let reason = format!(
                "step `{name}` was cut, and nobody knows how far it came; it is not repeatable"
            );
            Err(refusal(row, &reason).with_hint(
                "`--again` runs it again, `--skip-with FILE` takes its output from a file",
            ))
        }
        CutStep::IfRepeatable | CutStep::Again => Ok(format!("step `{name}` is run again")),
    }
}

/// Returns the output of a step as it would be had the step given it.
fn as_given(step: &Step, mut output: String) -> String {
    if step.kind() == "shell" {
        output.truncate(output.trim_end_matches('\n').len());
    }
    output
}

/// Tells whether nobody knows how far a step came: it did not fail between two attempts.
fn was_cut(step: &StepRow) -> bool {
    let is_known = step.status == StepStatus::Failed
        || step
            .attempts
            .last()
            .is_some_and(|attempt| attempt.status == StepStatus::Failed);
    !is_known
}

fn is_finished(step: &StepRow) -> bool {
    matches!(step.status, StepStatus::Success | StepStatus::Skipped)
}

/// Returns the step that stands now where one stood.
fn at<'a>((first, steps): (u32, &'a [Step]), row: &StepRow) -> Option<&'a Step> {
    let index = usize::try_from(row.position.checked_sub(first)?).ok()?;
    steps.get(index)
}

fn is_same(step: &Step, row: &StepRow) -> bool {
    let is_same_source = |source: &String| source == step.source_hash();
    step.name() == row.name
        && step.kind() == row.kind
        && row.source.as_ref().is_none_or(is_same_source)
}

/// Says what is different of a step that has ended, if anything is.
fn difference(steps: &[Step], finished: &[&StepRow], row: &StepRow) -> Option<String> {
    let name = &row.name;
    let here = at((STEPS, steps), row);
    let number = row.position + 1;
    if here.is_some_and(|here| is_same(here, row)) {
        return None;
    }
    Some(
        match (here, steps.iter().position(|step| step.name() == name)) {
            (_, None) => format!("step `{name}`, which has ended, is not there any more"),
            (Some(here), Some(_)) if here.name() == name && here.kind() != row.kind => {
                format!(
                    "step `{name}` was `{}` when it ran and is `{}` now",
                    row.kind,
                    here.kind()
                )
            }
            (Some(here), Some(_)) if here.name() == name => {
                format!("step `{name}` has changed since it ran")
            }
            (Some(here), Some(_)) if finished.iter().all(|step| step.name != here.name()) => {
                format!(
                    "step `{}` was added before `{name}`, which has ended",
                    here.name()
                )
            }
            (_, Some(now)) => {
                format!(
                    "step `{name}`, which has ended, was number {number} and is number {} now",
                    now + 1
                )
            }
        },
    )
}

fn last_attempts(row: &RunRow) -> HashMap<u32, u32> {
    let steps = row.steps.iter();
    steps
        .filter_map(|step| Some((step.position, step.attempts.last()?.number)))
        .collect()
}

fn refusal(row: &RunRow, reason: &str) -> Error {
    let message = format!("run `{}` cannot be resumed: {reason}", row.id.short());
    Error::new(ErrorKind::Usage, message)
}
