//! One run of a workflow, from its first step to its end.
//!
//! In come a [`Workflow`](crate::Workflow) and what made the run; out comes the run as the store has it. Called by the
//! command line and by users of the library. Each change goes to the store first and to the [`Listener`] after that; the
//! end of a step and the start of the next one are stored together, unless a `when` between them takes its time. The
//! runner decides which steps run and when a run is over; it never knows what a kind of step does.

mod attempts;
mod begun;
mod course;
mod mask;
mod means;
mod moment;
mod runner;

pub use self::runner::Runner;

use crate::store::Change;

/// Hears of changes once they are stored.
pub trait Listener: Send + Sync {
    /// Takes notice of a change.
    fn notice(&self, change: &Change);
}
