//! Triggers as data: the entries of `on`.
//!
//! In come the builder types, one a file; out comes an [`On`], which the check and `serve` read. A run by hand needs none
//! of them. Nothing here waits, listens or watches.

mod cron;
mod draft;
mod every_trigger;
mod file;
mod webhook;

use brain_syntax::trigger;

pub use self::cron::{CatchUp, Cron};
pub(super) use self::draft::draft;
use self::every_trigger::Common;
pub use self::every_trigger::Overlap;
pub use self::file::{FileTrigger, Per};
pub use self::webhook::{Scheme, Webhook};
#[cfg(feature = "cli")]
use super::Text;
use super::Trigger;

/// A trigger of a workflow: made from [`Cron`], [`Webhook`] or [`FileTrigger`].
#[derive(Debug, Clone)]
pub struct On {
    common: Common,
    source: Source,
}

/// What fires.
#[derive(Debug, Clone)]
enum Source {
    /// A schedule.
    Cron(Cron),
    /// Requests.
    Webhook(Webhook),
    /// Changes of files.
    File(FileTrigger),
}

impl On {
    /// Returns the word of its kind: `cron`, `webhook` or `file`.
    pub fn kind(&self) -> &'static str {
        match self.source {
            Source::Cron(_) => "cron",
            Source::Webhook(_) => "webhook",
            Source::File(_) => "file",
        }
    }

    /// Returns its name; every trigger of a workflow that was built has one.
    pub fn name(&self) -> Option<&str> {
        self.common.name.as_deref()
    }

    /// Returns the schedule of a cron trigger, and the zone whose clock it goes by.
    #[cfg(feature = "cli")]
    pub(crate) fn schedule(&self) -> Option<(&str, &str)> {
        match &self.source {
            Source::Cron(cron) => Some((&cron.schedule, cron.zone.as_deref().unwrap_or("UTC"))),
            Source::Webhook(_) | Source::File(_) => None,
        }
    }

    /// Returns the path that a file trigger watches.
    #[cfg(feature = "cli")]
    pub(crate) fn watched(&self) -> Option<&str> {
        match &self.source {
            Source::File(file) => Some(&file.path),
            Source::Cron(_) | Source::Webhook(_) => None,
        }
    }

    /// Returns the name of the variable that it reads by `from_env`.
    pub(crate) fn variable(&self) -> Option<&str> {
        match &self.source {
            Source::Webhook(webhook) => webhook.secret.variable(),
            Source::Cron(_) | Source::File(_) => None,
        }
    }

    /// Returns the text that stands in its source in place of a secret.
    pub(super) fn plaintext(&self) -> Option<&str> {
        match &self.source {
            Source::Webhook(webhook) => webhook.secret.plaintext(),
            Source::Cron(_) | Source::File(_) => None,
        }
    }

    /// Returns a cron trigger as it was built.
    #[cfg(feature = "cli")]
    pub(crate) fn cron(&self) -> Option<&Cron> {
        match &self.source {
            Source::Cron(cron) => Some(cron),
            Source::Webhook(_) | Source::File(_) => None,
        }
    }

    /// Returns a file trigger as it was built.
    #[cfg(feature = "cli")]
    pub(crate) fn file(&self) -> Option<&FileTrigger> {
        match &self.source {
            Source::File(file) => Some(file),
            Source::Cron(_) | Source::Webhook(_) => None,
        }
    }

    /// Returns what it does when a run is still going.
    #[cfg(feature = "cli")]
    pub(crate) fn overlap(&self) -> Overlap {
        self.common.overlap.unwrap_or(match self.source {
            Source::Cron(_) => Overlap::Skip,
            Source::File(_) => Overlap::QueueOne,
            Source::Webhook(_) => Overlap::Queue,
        })
    }

    /// Returns the template of what tells its runs apart.
    #[cfg(feature = "cli")]
    pub(crate) fn key(&self) -> Option<&Text> {
        self.common.key.as_ref()
    }

    /// Tells whether its filter lets what fired make a run.
    pub fn lets_through(&self, trigger: &Trigger) -> bool {
        let filter = self.common.filter.as_ref();
        filter.is_none_or(|filter| (filter.decide)(trigger))
    }
}

/// Names the triggers that were given no name.
pub(super) fn name(triggers: &mut [On]) {
    for index in 0..triggers.len() {
        let kind = triggers[index].kind();
        let before = triggers[..index].iter();
        let number = before.filter(|other| other.kind() == kind).count() + 1;
        let name = &mut triggers[index].common.name;
        name.get_or_insert_with(|| trigger::default_name(kind, number));
    }
}
