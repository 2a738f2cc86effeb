//! What the store gives back.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{RunId, RunStatus, StepStatus};
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
