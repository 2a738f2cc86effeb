//! What the store gives back.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Change, RunId, RunStatus, StepStatus};
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
    /// What fired: an object with at least `event`.
    pub trigger: Value,
    /// When it was asked for.
    pub created_at: Timestamp,
    /// When its first step started.
    pub started_at: Option<Timestamp>,
    /// When it ended.
    pub ended_at: Option<Timestamp>,
    /// What went wrong.
    pub error: Option<String>,
    /// Its steps that started or were skipped, in their order; empty in [`history`](super::Store::history).
    pub steps: Vec<StepRow>,
}

impl RunRow {
    /// Returns the run that `changes`, all those of one run in their order, make: what the store has once it has
    /// recorded them.
    pub(crate) fn of(changes: &[Change]) -> Option<Self> {
        let (first, rest) = changes.split_first()?;
        let Change::RunStarted {
            run,
            workflow,
            trigger,
            created_at,
            started_at,
            ..
        } = first
        else {
            return None;
        };
        let mut row = Self {
            id: *run,
            workflow: workflow.clone(),
            status: RunStatus::Running,
            trigger: trigger.clone(),
            created_at: *created_at,
            started_at: Some(*started_at),
            ended_at: None,
            error: None,
            steps: Vec::new(),
        };
        for change in rest {
            row.apply(change);
        }
        Some(row)
    }

    fn apply(&mut self, change: &Change) {
        match change {
            Change::RunStarted { .. } => {}
            Change::StepStarted {
                position,
                name,
                kind,
                at,
                ..
            } => self.steps.push(StepRow {
                position: *position,
                name: name.clone(),
                kind: kind.clone(),
                status: StepStatus::Running,
                output: None,
                is_masked: false,
                error: None,
                started_at: Some(*at),
                ended_at: None,
                attempts: Vec::new(),
            }),
            Change::AttemptEnded {
                position, attempt, ..
            } => {
                let steps = self.steps.iter_mut();
                for step in steps.filter(|step| step.position == *position) {
                    step.attempts.push(attempt.clone());
                }
            }
            Change::StepEnded { .. } => self.end_step(change),
            Change::RunEnded {
                status, error, at, ..
            } => {
                self.status = *status;
                self.error.clone_from(error);
                self.ended_at = Some(*at);
            }
        }
    }

    fn end_step(&mut self, change: &Change) {
        let Change::StepEnded {
            position,
            name,
            kind,
            status,
            output,
            is_masked,
            error,
            at,
            ..
        } = change
        else {
            return;
        };
        let ended = StepRow {
            position: *position,
            name: name.clone(),
            kind: kind.clone(),
            status: *status,
            output: output.clone(),
            is_masked: *is_masked,
            error: error.clone(),
            started_at: None,
            ended_at: Some(*at),
            attempts: Vec::new(),
        };
        match self.steps.last_mut() {
            Some(step) if step.position == *position => {
                *step = StepRow {
                    started_at: step.started_at,
                    attempts: std::mem::take(&mut step.attempts),
                    ..ended
                };
            }
            _ => self.steps.push(ended),
        }
    }
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
    /// Its output, if it succeeded.
    pub output: Option<String>,
    /// Whether `***` stands in the output in place of a secret, so that it is not what the step gave.
    pub is_masked: bool,
    /// What went wrong, or why it was skipped.
    pub error: Option<String>,
    /// When it started; absent if it was skipped.
    pub started_at: Option<Timestamp>,
    /// When it ended.
    pub ended_at: Option<Timestamp>,
    /// Its attempts that are over, in their order.
    pub attempts: Vec<AttemptRow>,
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
