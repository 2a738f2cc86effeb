//! The positions of steps: each list of a workflow has a range of its own.
//!
//! So a step keeps its position whatever has run before it, and the steps of a run can be told apart by it: when a run is
//! resumed, those of `on_failure` and `always` belong to an end that is over.

#[cfg(feature = "cli")]
use crate::store::StepRow;

/// The position of the first of `steps`.
pub(super) const STEPS: u32 = 0;
/// The position of the first of `on_failure`: a quarter of what a store can number, 26 times the longest run that is
/// promised to be fast.
pub(super) const ON_FAILURE: u32 = 1 << 18;
/// The position of the first of `always`.
pub(super) const ALWAYS: u32 = 1 << 19;

/// Tells whether a step is one of `steps`, and not what follows their end.
#[cfg(feature = "cli")]
pub(crate) const fn is_of_steps(step: &StepRow) -> bool {
    step.position < ON_FAILURE
}
