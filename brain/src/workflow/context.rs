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
///
/// # Examples
/// ```
/// use brain::prelude::*;
///
/// let trigger = Trigger::webhook("{}").with_header("X-GitHub-Event", "push");
/// assert_eq!(trigger.header("x-github-event"), Some("push"));
/// ```
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trigger {
    event: TriggerEvent,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    body: Option<String>,
    /// By their names in small letters.
    #[serde(default, skip_serializing_if = "is_empty")]
    headers: Arc<BTreeMap<String, String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    change: Option<FileChange>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    paths: Option<Arc<Vec<String>>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    scheduled: Option<String>,
}

fn is_empty(headers: &Arc<BTreeMap<String, String>>) -> bool {
    headers.is_empty()
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
    /// Makes a trigger of a kind that provides nothing yet.
    pub fn new(event: TriggerEvent) -> Self {
        Self {
            event,
            body: None,
            headers: Arc::default(),
            path: None,
            change: None,
            paths: None,
            scheduled: None,
        }
    }

    /// Makes what a run by hand has.
    pub fn manual() -> Self {
        Self::new(TriggerEvent::Manual)
    }

    /// Makes what a schedule hands on that was due at `scheduled`, in RFC 3339.
    pub fn cron(scheduled: impl Into<String>) -> Self {
        Self::new(TriggerEvent::Cron).with_scheduled(scheduled)
    }

    /// Makes what a webhook hands on: the body of its request, without headers yet.
    pub fn webhook(body: impl Into<String>) -> Self {
        Self::new(TriggerEvent::Webhook).with_body(body)
    }

    /// Makes what a file trigger with `per: file` hands on.
    pub fn file(path: impl Into<String>, change: FileChange) -> Self {
        Self::new(TriggerEvent::File)
            .with_path(path)
            .with_change(change)
    }

    /// Makes what a file trigger with `per: batch` hands on.
    pub fn files<P: Into<String>>(paths: impl IntoIterator<Item = P>) -> Self {
        Self::new(TriggerEvent::File).with_paths(paths)
    }

    /// Sets the body.
    #[must_use]
    pub fn with_body(mut self, body: impl Into<String>) -> Self {
        self.body = Some(body.into());
        self
    }

    /// Adds a header, or replaces the one of this name.
    #[must_use]
    pub fn with_header(mut self, name: &str, value: impl Into<String>) -> Self {
        let headers = Arc::make_mut(&mut self.headers);
        headers.insert(name.to_ascii_lowercase(), value.into());
        self
    }

    /// Sets the path.
    #[must_use]
    pub fn with_path(mut self, path: impl Into<String>) -> Self {
        self.path = Some(path.into());
        self
    }

    /// Sets what happened to the path.
    #[must_use]
    pub fn with_change(mut self, change: FileChange) -> Self {
        self.change = Some(change);
        self
    }

    /// Sets the paths.
    #[must_use]
    pub fn with_paths<P: Into<String>>(mut self, paths: impl IntoIterator<Item = P>) -> Self {
        let paths = paths.into_iter().map(Into::into).collect();
        self.paths = Some(Arc::new(paths));
        self
    }

    /// Sets the time it was due, in RFC 3339.
    #[must_use]
    pub fn with_scheduled(mut self, scheduled: impl Into<String>) -> Self {
        self.scheduled = Some(scheduled.into());
        self
    }

    /// Writes it whole, as the store keeps it: an object with `event` and what else it provides.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self).expect("texts under the names of fields")
    }

    /// Reads what [`to_json`](Self::to_json) wrote.
    pub(crate) fn from_json(json: &serde_json::Value) -> serde_json::Result<Self> {
        Self::deserialize(json)
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
        Trigger::webhook(r#"{"a":1}"#)
            .with_header("X-Kind", "push")
            .with_path("in/a b")
            .with_change(FileChange::Modified)
            .with_paths(["a", "b"])
            .with_scheduled("2026-01-01T00:00:00Z")
    }

    #[test]
    fn what_is_kept_comes_back() {
        for trigger in [
            everything(),
            Trigger::manual(),
            Trigger::cron("2026-01-01T00:00:00Z"),
            Trigger::webhook("\0'\u{FFFD}\n"),
            Trigger::file("in/a b", FileChange::Deleted),
            Trigger::files(["a\nb", ""]),
        ] {
            let kept = trigger.to_json().to_string().parse().unwrap();
            assert_eq!(Trigger::from_json(&kept).unwrap(), trigger, "{kept}");
        }
        let by_hand = serde_json::json!({ "event": "manual" });
        assert_eq!(Trigger::manual().to_json(), by_hand);
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
