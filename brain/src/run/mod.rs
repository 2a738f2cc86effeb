//! One run of a workflow, from its first step to its end.
//!
//! In come a [`Workflow`](crate::Workflow) and what made the run; out comes the run as the store has it. Called by the
//! command line and by users of the library. Each change goes to the store first and to the [`Listener`] after that; the
//! end of a step and the start of the next one are stored together, unless a `when` between them takes its time. What a step
//! says while it runs is not stored: it goes to a listener that wants it, and to those who follow the run from other
//! processes (`followers`). The
//! runner decides which steps run and when a run is over; it never knows what a kind of step does.

mod attempts;
mod before;
mod begun;
mod cancel;
mod course;
pub(crate) mod dead;
mod followers;
mod hold;
mod list;
mod live;
mod log;
mod mask;
mod means;
mod moment;
mod resume;
mod runner;
mod watch;
pub(crate) mod wire;

#[cfg(feature = "cli")]
pub(crate) use self::list::is_of_steps;
pub use self::live::Said;
#[cfg(feature = "cli")]
pub(crate) use self::mask::stored_trigger;
pub use self::resume::CutStep;
pub use self::runner::Runner;
#[cfg(feature = "cli")]
pub(crate) use self::runner::can_run;

use crate::store::Change;

/// Hears of changes once they are stored, and of what steps say while they run.
///
/// Its methods are called between two steps and between two reads of what a command prints: they must not wait.
pub trait Listener: Send + Sync {
    /// Takes notice of a change.
    fn notice(&self, change: &Change);

    /// Tells whether it wants to [`hear`](Self::hear) what steps say; asked before each attempt. If not, which is the
    /// default, nothing is made ready for it.
    fn is_listening(&self) -> bool {
        false
    }

    /// Hears what a step says while it runs.
    fn hear(&self, _said: &Said<'_>) {}
}
