//! What closures can read beside the outputs of steps.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// The present run, as a closure sees it: the parameter `run: Run`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    id: String,
    workflow: String,
}

impl Run {
    pub(crate) fn new(id: String, workflow: String) -> Self {
        Self { id, workflow }
    }

    /// Returns its id, a UUID.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the name of its workflow.
    pub fn workflow(&self) -> &str {
        &self.workflow
    }
}

/// What made the run, as a closure sees it: the parameter `trigger: Trigger`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trigger {
    event: TriggerEvent,
}

/// What kind of trigger fired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum TriggerEvent {
    /// A person or a program asked for the run.
    Manual,
}

impl Trigger {
    /// A run that was asked for.
    pub(crate) const fn manual() -> Self {
        Self {
            event: TriggerEvent::Manual,
        }
    }

    /// Returns what kind of trigger fired.
    pub const fn event(&self) -> TriggerEvent {
        self.event
    }
}

impl fmt::Display for TriggerEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Manual => "manual",
        })
    }
}

/// The last successful run of the workflow, as a closure sees it: the parameter `last_run: LastRun`.
///
/// A first run has none; then every question is answered with `None`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LastRun {
    id: Option<String>,
    created_at: Option<String>,
    outputs: Arc<BTreeMap<String, Option<String>>>,
}

impl LastRun {
    pub(crate) fn new(
        id: String,
        created_at: String,
        outputs: BTreeMap<String, Option<String>>,
    ) -> Self {
        Self {
            id: Some(id),
            created_at: Some(created_at),
            outputs: Arc::new(outputs),
        }
    }

    /// Returns its id.
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// Returns when it was made, in RFC 3339.
    pub fn created_at(&self) -> Option<&str> {
        self.created_at.as_deref()
    }

    /// Returns the output of one of its steps, if the step was there and ran.
    pub fn output(&self, step: &str) -> Option<&str> {
        self.outputs.get(step)?.as_deref()
    }
}
