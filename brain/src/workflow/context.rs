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
///
/// Each kind of trigger provides something else; what it does not provide is `None`, as all is in a run by hand.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trigger {
    event: TriggerEvent,
    body: Option<String>,
    /// By their names in small letters.
    headers: Arc<BTreeMap<String, String>>,
    path: Option<String>,
    change: Option<FileChange>,
    paths: Option<Arc<Vec<String>>>,
    scheduled: Option<String>,
}

/// What kind of trigger fired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum TriggerEvent {
    /// A person or a program asked for the run.
    Manual,
    /// A schedule.
    Cron,
    /// A request to a webhook.
    Webhook,
    /// A change of a file.
    File,
}

/// What happened to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum FileChange {
    /// It is new.
    Created,
    /// It has other contents.
    Modified,
    /// It is gone.
    Deleted,
}

impl Trigger {
    /// A run that was asked for.
    pub(crate) fn manual() -> Self {
        Self {
            event: TriggerEvent::Manual,
            body: None,
            headers: Arc::default(),
            path: None,
            change: None,
            paths: None,
            scheduled: None,
        }
    }

    /// Returns what kind of trigger fired.
    pub const fn event(&self) -> TriggerEvent {
        self.event
    }

    /// Returns the body of a webhook's request, as it was sent.
    pub fn body(&self) -> Option<&str> {
        self.body.as_deref()
    }

    /// Returns a header of a webhook's request, by its name in any case of letters.
    pub fn header(&self, name: &str) -> Option<&str> {
        let header = self.headers.get(&name.to_ascii_lowercase())?;
        Some(header)
    }

    /// Returns the path that changed, of a file trigger with `per: file`.
    pub fn path(&self) -> Option<&str> {
        self.path.as_deref()
    }

    /// Returns what happened to the path, of a file trigger with `per: file`.
    pub const fn change(&self) -> Option<FileChange> {
        self.change
    }

    /// Returns all paths that changed, of a file trigger with `per: batch`.
    pub fn paths(&self) -> Option<&[String]> {
        self.paths.as_ref().map(|paths| paths.as_slice())
    }

    /// Returns when a cron trigger was due, in RFC 3339.
    pub fn scheduled(&self) -> Option<&str> {
        self.scheduled.as_deref()
    }
}

/// Bodies and headers hold what their sender put there, keys included, and stay out of it.
impl fmt::Debug for Trigger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Trigger")
            .field("event", &self.event)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for TriggerEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Manual => "manual",
            Self::Cron => "cron",
            Self::Webhook => "webhook",
            Self::File => "file",
        })
    }
}

impl fmt::Display for FileChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Created => "created",
            Self::Modified => "modified",
            Self::Deleted => "deleted",
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

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// What a trigger of each kind would hand on, all in one.
    pub(in crate::workflow) fn everything() -> Trigger {
        let headers = BTreeMap::from([("x-kind".to_owned(), "push".to_owned())]);
        Trigger {
            event: TriggerEvent::Webhook,
            body: Some(r#"{"a":1}"#.to_owned()),
            headers: Arc::new(headers),
            path: Some("in/a b".to_owned()),
            change: Some(FileChange::Modified),
            paths: Some(Arc::new(vec!["a".to_owned(), "b".to_owned()])),
            scheduled: Some("2026-01-01T00:00:00Z".to_owned()),
        }
    }

    #[test]
    fn a_run_by_hand_has_nothing_of_a_trigger() {
        let trigger = Trigger::manual();
        assert_eq!(trigger.event(), TriggerEvent::Manual);
        assert_eq!(trigger.body(), None);
        assert_eq!(trigger.header("X-Kind"), None);
        assert_eq!(trigger.path(), None);
        assert_eq!(trigger.change(), None);
        assert_eq!(trigger.paths(), None);
        assert_eq!(trigger.scheduled(), None);
    }

    #[test]
    fn what_fired_is_read_by_its_parts() {
        let trigger = everything();
        assert_eq!(trigger.body(), Some(r#"{"a":1}"#));
        assert_eq!(trigger.header("X-Kind"), Some("push"));
        assert_eq!(trigger.header("x-other"), None);
        assert_eq!(trigger.path(), Some("in/a b"));
        assert_eq!(trigger.change(), Some(FileChange::Modified));
        assert_eq!(trigger.paths().map(<[String]>::len), Some(2));
        assert_eq!(trigger.scheduled(), Some("2026-01-01T00:00:00Z"));
        assert!(!format!("{trigger:?}").contains("push"));
    }
}
