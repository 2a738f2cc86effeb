//! How a fire of a trigger becomes a run.
//!
//! Whether it does hangs on what the store holds: runs that are going, triggers that are paused, fires that another process
//! was faster with. So it is decided in the transaction that stores the run, and two processes never decide twice.

use serde_json::Value;

use super::RunId;
use crate::clock::Timestamp;

/// A fire of a trigger.
#[derive(Debug, Clone, PartialEq)]
pub struct Fire {
    /// The run that it makes, unless it makes none.
    pub run: RunId,
    /// What it handed on, as JSON: an object with at least `event`.
    pub trigger: Value,
    /// When a schedule said that it was due. Of all triggers of a workflow, one fire at a time makes a run.
    pub scheduled: Option<Timestamp>,
    /// Runs with other keys, or without one, do not count as going on.
    pub key: Option<String>,
    /// What becomes of it.
    pub wish: Wish,
}

/// What a trigger wants of a fire.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Wish {
    /// A run, if none is going on or waiting.
    Alone,
    /// A run after the one that is going on, if none is waiting.
    Next,
    /// A run after those that are going on or waiting.
    Last,
    /// A run beside all others.
    Beside,
    /// A run in place of those that are going on or waiting.
    Instead,
    /// No run, for a reason.
    Nothing(String),
}

/// Up to when the fires of a trigger are accounted for, so that none is lost while nothing serves it, and none is taken twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// What fires, as a text: if that changes, fires of before do not count as missed.
    pub definition: String,
    /// Up to when they are, as far as is known; none if it never was served.
    pub since: Option<Timestamp>,
    /// Up to when they are with these fires.
    pub until: Timestamp,
}

/// What became of a fire.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Admission {
    /// Its run waits for its turn.
    Queued,
    /// It makes no run, which is stored, with the reason.
    Skipped(String),
    /// Another fire of the same time has made the run already.
    Taken,
}

/// A run that waits for its turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    /// The run.
    pub run: RunId,
    /// The workflow it is a run of.
    pub workflow: String,
    /// Whether its turn has come: nothing goes on that it has to wait for.
    pub is_free: bool,
}

/// A trigger that is paused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pause {
    /// The workflow.
    pub workflow: String,
    /// The trigger; none if all of the workflow are paused.
    pub trigger: Option<String>,
    /// Since when.
    pub at: Timestamp,
    /// Why, if somebody said so.
    pub reason: Option<String>,
}
