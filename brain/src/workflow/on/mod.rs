//! Triggers as data: the entries of `on`.
//!
//! In come the builder types, one a file; out comes an [`On`], which the check and `serve` read. A run by hand needs none
//! of them. Nothing here waits, listens or watches.

mod cron;
mod draft;

pub use self::cron::{CatchUp, Cron};
pub(super) use self::draft::draft;

/// A trigger of a workflow: made from [`Cron`].
#[derive(Debug, Clone)]
pub struct On {
    pub(crate) source: Source,
}

/// What fires.
#[derive(Debug, Clone)]
pub(crate) enum Source {
    /// A schedule.
    Cron(Cron),
}

impl On {
    /// Returns the word of its kind: `cron`.
    pub fn kind(&self) -> &'static str {
        match self.source {
            Source::Cron(_) => "cron",
        }
    }
}
