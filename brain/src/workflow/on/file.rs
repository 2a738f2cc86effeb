//! The `file` trigger as data.

use std::time::Duration;

use super::every_trigger::{Common, every_trigger};
use crate::workflow::FileChange;

/// Fires when a file, or a file in a folder, changes.
///
/// # Examples
/// ```
/// use brain::prelude::*;
///
/// let workflow = Workflow::builder("inbox")
///     .on(FileTrigger::new("inbox")
///         .glob(["*.md"])
///         .events([FileChange::Created]))
///     .step(ShellStep::new("filed", "mv {trigger.path} filed/"))
///     .build()?;
/// assert_eq!(workflow.triggers()[0].name(), Some("file-1"));
/// # Ok::<(), brain::Error>(())
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct FileTrigger {
    pub(super) common: Common,
    pub(super) path: String,
    pub(super) per: Per,
    pub(super) events: Option<Vec<FileChange>>,
    pub(super) glob: Option<Vec<String>>,
    pub(super) ignore: Option<Vec<String>>,
    pub(super) is_recursive: bool,
    pub(super) writes: Option<Vec<String>>,
    pub(super) settle: Option<Duration>,
    pub(super) poll: Option<Duration>,
}

/// How long a path must be left alone unless the trigger says so: longer than the steps of an editor's save are apart, and
/// short for whoever waits for the run.
#[cfg(feature = "cli")]
const SETTLE: Duration = Duration::from_millis(500);

/// What a file trigger makes a run of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Per {
    /// Each path: `{trigger.path}` and `{trigger.change}`.
    #[default]
    File,
    /// All paths that changed meanwhile: `{trigger.paths}`.
    Batch,
}

impl FileTrigger {
    /// Fires when the file at `path`, or a file in the folder at `path`, changes.
    pub fn new(path: impl Into<String>) -> Self {
        Self {
            common: Common::default(),
            path: path.into(),
            per: Per::default(),
            events: None,
            glob: None,
            ignore: None,
            is_recursive: false,
            writes: None,
            settle: None,
            poll: None,
        }
    }

    /// Sets what a run is made of.
    pub fn per(mut self, per: Per) -> Self {
        self.common.give("per");
        self.per = per;
        self
    }

    /// Fires on these changes only.
    pub fn events(mut self, changes: impl IntoIterator<Item = FileChange>) -> Self {
        self.common.give("events");
        self.events = Some(changes.into_iter().collect());
        self
    }

    /// Fires on files only whose names fit one of these patterns, such as `*.md`.
    pub fn glob(mut self, patterns: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.common.give("glob");
        self.glob = Some(texts(patterns));
        self
    }

    /// Never fires on files whose names fit one of these patterns.
    pub fn ignore(mut self, patterns: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.common.give("ignore");
        self.ignore = Some(texts(patterns));
        self
    }

    /// Looks into folders inside the folder, too.
    pub fn recursive(mut self) -> Self {
        self.common.give("recursive");
        self.is_recursive = true;
        self
    }

    /// Says which paths the workflow itself writes: changes there never fire.
    pub fn writes(mut self, paths: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.common.give("writes");
        self.writes = Some(texts(paths));
        self
    }

    /// Sets how long a path must be left alone before it fires: half a second unless told otherwise.
    pub fn settle(mut self, time: Duration) -> Self {
        self.common.give("settle");
        self.settle = Some(time);
        self
    }

    /// Looks for changes this often, where the system does not tell of them: on a network's folder.
    pub fn poll(mut self, time: Duration) -> Self {
        self.common.give("poll");
        self.poll = Some(time);
        self
    }
}

/// What the source of its runs has to know.
#[cfg(feature = "cli")]
impl FileTrigger {
    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    /// Returns what a run is made of.
    pub(crate) fn run_of(&self) -> Per {
        self.per
    }

    /// Tells whether it fires on changes of this kind.
    pub(crate) fn fires_on(&self, change: FileChange) -> bool {
        let events = self.events.as_ref();
        events.is_none_or(|events| events.contains(&change))
    }

    /// Returns the names that count, those that do not, and the paths that never fire.
    pub(crate) fn names(&self) -> (Option<&[String]>, &[String], &[String]) {
        let ignore = self.ignore.as_deref().unwrap_or_default();
        let writes = self.writes.as_deref().unwrap_or_default();
        (self.glob.as_deref(), ignore, writes)
    }

    pub(crate) fn is_recursive(&self) -> bool {
        self.is_recursive
    }

    pub(crate) fn settled_after(&self) -> Duration {
        self.settle.unwrap_or(SETTLE)
    }

    pub(crate) fn polled_every(&self) -> Option<Duration> {
        self.poll
    }
}

fn texts(texts: impl IntoIterator<Item = impl Into<String>>) -> Vec<String> {
    texts.into_iter().map(Into::into).collect()
}

every_trigger!(FileTrigger, File);
