//! What the store gives back.

use std::collections::BTreeMap;

use serde_json::Value;

use super::transition::{self, RunEvent, StepEvent, StepPlace};
use super::{Change, RunId, RunStatus, StepStatus, StoreError};
use crate::clock::Timestamp;

/// A run as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub struct RunRow {
    /// Its name.
    pub id: RunId,
    /// The workflow it is a run of.
    pub workflow: String,
    /// Its state.
    pub status: RunStatus,
    /// What fired: an object with at least `event`. In [`history`](super::Store::history) without its long texts, such
    /// as the body of a request.
    pub trigger: Value,
    /// When it was asked for.
    pub created_at: Timestamp,
    /// When its first step started.
    pub started_at: Option<Timestamp>,
    /// When it ended.
    pub ended_at: Option<Timestamp>,
    /// What went wrong, or why nothing of it was run.
    pub error: Option<String>,
    /// The process that runs it, or ran it last.
    pub owner: Option<String>,
    /// The run whose outputs its steps read as those of the last one, if they read any; absent in
    /// [`history`](super::Store::history).
    pub last_run: Option<RunId>,
    /// From this position on, steps may begin anew though they have ended: those that run at the end of a run, once it
    /// was resumed. Absent in [`history`](super::Store::history).
    pub anew: Option<u32>,
    /// The states it went through, in their order; empty in [`history`](super::Store::history).
    pub transitions: Vec<Transition>,
    /// Its steps that started or were skipped, in their order; empty in [`history`](super::Store::history).
    pub steps: Vec<StepRow>,
}

/// A state that a run came into.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transition {
    /// The state.
    pub status: RunStatus,
    /// When.
    pub at: Timestamp,
    /// Why, if there is anything to say.
    pub reason: Option<String>,
}

impl RunRow {
    /// Returns the run that `change` makes of `before`, which is none if it is new: what the store has once it has
    /// recorded the change.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the change does not fit.
    pub(crate) fn after(before: Option<Self>, change: Change) -> Result<Self, StoreError> {
        let known = before.as_ref().map(|row| row.status);
        let Some(mut row) = before.or_else(|| new(&change)) else {
            let nothing = "the first change of a run does not make one";
            return Err(StoreError::Conflict(nothing.to_owned()));
        };
        row.apply(known, change)?;
        Ok(row)
    }

    fn apply(&mut self, known: Option<RunStatus>, change: Change) -> Result<(), StoreError> {
        match change {
            Change::RunQueued { at, .. } => self.come_into(known, RunEvent::Queue, at, None)?,
            Change::RunSkipped { reason, at, .. } => {
                self.come_into(known, RunEvent::Skip, at, Some(reason.clone()))?;
                self.error = Some(reason);
                self.ended_at = Some(at.max(self.created_at));
            }
            Change::RunStarted {
                owner,
                last_run,
                started_at,
                ..
            } => {
                let at = started_at.max(self.created_at);
                self.come_into(known, RunEvent::Start, at, None)?;
                self.owner = Some(owner);
                self.last_run = last_run;
                self.started_at = Some(at);
            }
            Change::CancelRequested { .. } => {
                transition::of_run(self.id, known, RunEvent::Touch)?;
            }
            Change::RunResumed {
                owner,
                reason,
                anew,
                at,
                ..
            } => {
                self.come_into(known, RunEvent::Resume, at, reason)?;
                self.owner = Some(owner);
                self.anew = Some(anew);
                (self.ended_at, self.error) = (None, None);
            }
            Change::RunEnded {
                status, error, at, ..
            } => {
                let at = at.max(self.started_at.unwrap_or(self.created_at));
                self.come_into(known, RunEvent::End(status), at, error.clone())?;
                self.error = error;
                self.ended_at = Some(at);
            }
            Change::StepStarted { .. }
            | Change::StepSkipped { .. }
            | Change::AttemptEnded { .. }
            | Change::StepEnded { .. } => {
                transition::of_run(self.id, known, RunEvent::Touch)?;
                self.apply_to_step(change)?;
            }
        }
        Ok(())
    }

    fn come_into(
        &mut self,
        known: Option<RunStatus>,
        event: RunEvent,
        at: Timestamp,
        reason: Option<String>,
    ) -> Result<(), StoreError> {
        self.status = transition::of_run(self.id, known, event)?;
        self.transitions.push(Transition {
            status: self.status,
            at,
            reason,
        });
        Ok(())
    }

    fn apply_to_step(&mut self, change: Change) -> Result<(), StoreError> {
        match change {
            Change::StepStarted {
                position,
                name,
                kind,
                source,
                at,
                ..
            } => {
                let event = self.anew_or(position, StepEvent::Start, StepEvent::StartAnew);
                let step = self.step(position, &name, event)?;
                *step = StepRow {
                    kind,
                    source: Some(source),
                    started_at: Some(at),
                    ..step.begun_again()
                };
            }
            Change::StepSkipped {
                position,
                name,
                kind,
                source,
                reason,
                at,
                ..
            } => {
                let event = self.anew_or(position, StepEvent::Skip, StepEvent::SkipAnew);
                let step = self.step(position, &name, event)?;
                *step = StepRow {
                    kind,
                    source: Some(source),
                    error: reason,
                    ended_at: Some(at),
                    ..step.begun_again()
                };
            }
            Change::AttemptEnded {
                position,
                mut attempt,
                ..
            } => {
                let found = self.found(position);
                let place = (self.id, position, attempt.number);
                transition::of_attempt(place, found, attempt.status)?;
                attempt.ended_at = attempt.ended_at.max(attempt.started_at);
                if let Ok(index) = self.index(position) {
                    self.steps[index].attempts.push(attempt);
                }
            }
            Change::StepEnded {
                position,
                name,
                status,
                output,
                is_masked,
                error,
                at,
                ..
            } => {
                let step = self.step(position, &name, StepEvent::End(status))?;
                let output = output.map(|text| text.as_ref().to_owned());
                (step.output, step.is_masked, step.error) = (output, is_masked, error);
                step.ended_at = Some(step.started_at.map_or(at, |started| at.max(started)));
            }
            _ => {}
        }
        Ok(())
    }

    fn anew_or(&self, position: u32, first: StepEvent, anew: StepEvent) -> StepEvent {
        match self.anew {
            Some(from) if position >= from => anew,
            _ => first,
        }
    }

    fn index(&self, position: u32) -> Result<usize, usize> {
        // Nearly always it is the last one.
        match self.steps.last() {
            Some(last) if last.position == position => Ok(self.steps.len() - 1),
            Some(last) if last.position > position => self
                .steps
                .binary_search_by_key(&position, |step| step.position),
            _ => Err(self.steps.len()),
        }
    }

    fn found(&self, position: u32) -> Option<(&str, StepStatus)> {
        let step = &self.steps[self.index(position).ok()?];
        Some((&step.name, step.status))
    }

    /// Returns the step at a position, in the state that `event` brings it into.
    fn step(
        &mut self,
        position: u32,
        name: &str,
        event: StepEvent,
    ) -> Result<&mut StepRow, StoreError> {
        let run = self.id;
        let place = StepPlace {
            run,
            position,
            name,
        };
        let status = transition::of_step(place, self.found(position), event)?;
        let index = match self.index(position) {
            Ok(index) => index,
            Err(index) => {
                self.steps.insert(index, StepRow::new(position, name));
                index
            }
        };
        self.steps[index].status = status;
        Ok(&mut self.steps[index])
    }
}

/// Returns the row of a run before its first change, if it is one that can be the first.
fn new(change: &Change) -> Option<RunRow> {
    let (run, workflow, trigger, created_at) = match change {
        Change::RunQueued {
            run,
            workflow,
            trigger,
            at,
        }
        | Change::RunSkipped {
            run,
            workflow,
            trigger,
            at,
            ..
        } => (run, workflow, trigger, at),
        Change::RunStarted {
            run,
            workflow,
            trigger,
            created_at,
            ..
        } => (run, workflow, trigger, created_at),
        _ => return None,
    };
    Some(RunRow {
        id: *run,
        workflow: workflow.clone(),
        // Its first change says which it is.
        status: RunStatus::Queued,
        trigger: trigger.clone(),
        created_at: *created_at,
        started_at: None,
        ended_at: None,
        error: None,
        owner: None,
        last_run: None,
        anew: None,
        transitions: Vec::new(),
        steps: Vec::new(),
    })
}

/// A step of a run as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub struct StepRow {
    /// Its place, from 0.
    pub position: u32,
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: String,
    /// Its state.
    pub status: StepStatus,
    /// A hash of its source as it was when the step last started or was skipped.
    pub source: Option<String>,
    /// Its output, if it succeeded.
    pub output: Option<String>,
    /// Whether `***` stands in the output in place of a secret, so that it is not what the step gave.
    pub is_masked: bool,
    /// What went wrong, or why it was skipped.
    pub error: Option<String>,
    /// When it started last; absent if it was skipped.
    pub started_at: Option<Timestamp>,
    /// When it ended.
    pub ended_at: Option<Timestamp>,
    /// Its attempts that are over, in their order.
    pub attempts: Vec<AttemptRow>,
}

impl StepRow {
    fn new(position: u32, name: &str) -> Self {
        Self {
            position,
            name: name.to_owned(),
            kind: String::new(),
            status: StepStatus::Running,
            source: None,
            output: None,
            is_masked: false,
            error: None,
            started_at: None,
            ended_at: None,
            attempts: Vec::new(),
        }
    }

    /// Takes what is left of the step when it begins again: its attempts, the last of which takes its output.
    fn begun_again(&mut self) -> Self {
        let mut attempts = std::mem::take(&mut self.attempts);
        if let (Some(last), Some(output)) = (attempts.last_mut(), self.output.take()) {
            last.output = Some(output);
        }
        Self {
            status: self.status,
            attempts,
            ..Self::new(self.position, &self.name)
        }
    }
}

/// An attempt of a step as it is kept.
pub type AttemptRow = super::EndedAttempt;

/// Which runs to list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HistoryQuery {
    /// Only runs of this workflow.
    pub workflow: Option<String>,
    /// Only runs in this state.
    pub status: Option<RunStatus>,
    /// At most so many; all if absent.
    pub limit: Option<u32>,
}

/// The outputs of the last successful run of a workflow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastSuccess {
    /// The run.
    pub id: RunId,
    /// When it was created.
    pub created_at: Timestamp,
    /// The output of each step by the step's name; absent for a step that was skipped.
    pub outputs: BTreeMap<String, Option<String>>,
}
