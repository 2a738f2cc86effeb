//! What can happen to a run, as the store is told of it.

use std::sync::Arc;

use serde_json::Value;

use super::{RunId, RunStatus, StepStatus};
use crate::clock::Timestamp;

/// One thing that happened to a run.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Change {
    /// A trigger made a run that waits for its turn.
    RunQueued {
        /// The new run.
        run: RunId,
        /// The name of its workflow.
        workflow: String,
        /// What fired, as JSON: an object with at least `event`.
        trigger: Value,
        /// When it was asked for.
        at: Timestamp,
    },
    /// A trigger fired, or a run was queued, and nothing of it is run.
    RunSkipped {
        /// The run, new or queued.
        run: RunId,
        /// The name of its workflow.
        workflow: String,
        /// What fired, as JSON: an object with at least `event`.
        trigger: Value,
        /// Why.
        reason: String,
        /// When that was decided.
        at: Timestamp,
    },
    /// A trigger made a run, or its turn has come, and its first step is about to start.
    RunStarted {
        /// The run, new or queued.
        run: RunId,
        /// The name of its workflow.
        workflow: String,
        /// What fired, as JSON: an object with at least `event`.
        trigger: Value,
        /// The process that runs it.
        owner: String,
        /// The run whose outputs its steps read as those of the last one, if they read any.
        last_run: Option<RunId>,
        /// When it was asked for.
        created_at: Timestamp,
        /// When it started.
        started_at: Timestamp,
    },
    /// A step starts its first attempt.
    StepStarted {
        /// The run it belongs to.
        run: RunId,
        /// Its place among the steps of the run, from 0.
        position: u32,
        /// Its name.
        name: String,
        /// Its kind: `shell`, `llm` and so on.
        kind: String,
        /// A hash of its source.
        source: String,
        /// When it started.
        at: Timestamp,
    },
    /// A step is not run: its `when` said no.
    StepSkipped {
        /// The run it belongs to.
        run: RunId,
        /// Its place among the steps of the run, from 0.
        position: u32,
        /// Its name.
        name: String,
        /// Its kind.
        kind: String,
        /// A hash of its source.
        source: String,
        /// Why.
        reason: Option<String>,
        /// When that was decided.
        at: Timestamp,
    },
    /// An attempt of a running step ended, and another one will follow or the step ends in the same list of changes.
    AttemptEnded {
        /// The run.
        run: RunId,
        /// The step's place.
        position: u32,
        /// How it went.
        attempt: EndedAttempt,
    },
    /// A step ended.
    StepEnded {
        /// The run.
        run: RunId,
        /// The step's place.
        position: u32,
        /// Its name.
        name: String,
        /// Its kind.
        kind: String,
        /// How it ended; neither `running` nor `skipped`.
        status: StepStatus,
        /// Its output; absent unless it ended as a success. It may be large, and who reads it shares it.
        output: Option<Arc<str>>,
        /// Whether `***` stands in the output in place of a secret, so that it is not what the step gave.
        is_masked: bool,
        /// What went wrong.
        error: Option<String>,
        /// When it ended; not before it started.
        at: Timestamp,
    },
    /// A person or a program asks for the end of a run that a process executes.
    CancelRequested {
        /// The run.
        run: RunId,
    },
    /// A run that ended without success goes on.
    RunResumed {
        /// The run.
        run: RunId,
        /// The process that runs it now.
        owner: String,
        /// What it goes on with.
        reason: Option<String>,
        /// From this position on, steps may begin anew though they have ended.
        anew: u32,
        /// When it goes on.
        at: Timestamp,
    },
    /// A run ended, or was cancelled before its turn came.
    RunEnded {
        /// The run.
        run: RunId,
        /// How it ended.
        status: RunStatus,
        /// What went wrong.
        error: Option<String>,
        /// When it ended; not before it started.
        at: Timestamp,
    },
}

impl Change {
    /// Returns the run that it is about.
    pub fn run(&self) -> RunId {
        match self {
            Self::RunQueued { run, .. }
            | Self::RunSkipped { run, .. }
            | Self::RunStarted { run, .. }
            | Self::StepStarted { run, .. }
            | Self::StepSkipped { run, .. }
            | Self::AttemptEnded { run, .. }
            | Self::StepEnded { run, .. }
            | Self::CancelRequested { run }
            | Self::RunResumed { run, .. }
            | Self::RunEnded { run, .. } => *run,
        }
    }
}

/// One attempt of a step that is over.
#[derive(Debug, Clone, PartialEq)]
pub struct EndedAttempt {
    /// Counted from 1.
    pub number: u32,
    /// How it ended; never `running`.
    pub status: StepStatus,
    /// When it started.
    pub started_at: Timestamp,
    /// When it ended; not before it started.
    pub ended_at: Timestamp,
    /// What it gave, whether or not it succeeded; a success's output stands in the step instead.
    pub output: Option<String>,
    /// What went wrong.
    pub error: Option<String>,
    /// What the kind of step adds: exit code, end of stderr, method of a summary. A JSON object.
    pub record: Value,
}
