//! Which runs to keep, and what came of removing the others.

#[cfg(feature = "sqlite")]
use super::RunStatus;
use crate::clock::Timestamp;
use crate::workflow::Keep;

/// Which runs to keep; every bound that is given removes what lies beyond it.
///
/// Three kinds of runs are always kept: those that have not ended, the last success of each workflow, and what
/// [`failures_before`](Self::failures_before) protects. Without a bound nothing is removed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Retention {
    /// Only runs of this workflow; of all if absent.
    pub workflow: Option<String>,
    /// How many runs of each workflow are kept, the newest ones. Skipped runs are counted apart, so that a trigger that
    /// fires in vain does not push out what was done.
    pub runs: Option<u32>,
    /// Runs that ended before this moment are removed.
    pub ended_before: Option<Timestamp>,
    /// Runs that failed, were interrupted or cancelled are kept unless they ended before this moment, whatever the other
    /// bounds say.
    pub failures_before: Option<Timestamp>,
}

/// How much of it is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Extent {
    /// Nothing is removed: what would be is counted.
    Preview,
    /// A little: what takes a few milliseconds, as after a run. The rest is left to the next time.
    Brief,
    /// All of it, in steps between which others write; then the space goes back to the disk.
    Whole,
}

/// What was removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Pruned {
    /// How many runs.
    pub runs: u64,
    /// How many bytes of triggers, outputs, errors and records they held.
    pub bytes: u64,
    /// By how many bytes the files of the store have become smaller meanwhile.
    pub freed: u64,
}

/// What bounds apply to a run.
#[cfg(feature = "sqlite")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// It did what it should.
    Success,
    /// It did not.
    Failure,
    /// It did nothing, for a reason.
    Skipped,
}

impl Retention {
    /// Returns what `keep` says of the runs of `workflow` at this moment.
    pub fn of(workflow: &str, keep: &Keep, now: Timestamp) -> Self {
        Self {
            workflow: Some(workflow.to_owned()),
            runs: keep.runs,
            ended_before: keep.age.map(|age| now.minus(age)),
            failures_before: keep.failures.map(|age| now.minus(age)),
        }
    }

    /// Tells whether anything can be removed at all.
    #[cfg(feature = "sqlite")]
    pub(super) const fn has_bound(&self) -> bool {
        self.runs.is_some() || self.ended_before.is_some()
    }
}

#[cfg(feature = "sqlite")]
impl Class {
    /// Returns what a run in this state counts as; `None` if it has not ended.
    pub(super) const fn of(status: RunStatus) -> Option<Self> {
        match status {
            RunStatus::Success => Some(Self::Success),
            RunStatus::Failed | RunStatus::Interrupted | RunStatus::Cancelled => {
                Some(Self::Failure)
            }
            RunStatus::Skipped => Some(Self::Skipped),
            RunStatus::Queued | RunStatus::Running => None,
        }
    }
}
