//! A step on its way.

use crate::clock::Timestamp;
use crate::workflow::Step;

/// The number of the first attempt of all.
pub(super) const FIRST: u32 = 1;

/// A step whose start is stored.
pub(super) struct Begun<'a> {
    /// Its place among the steps of the run.
    pub(super) position: u32,
    /// The step.
    pub(super) step: &'a Step,
    /// The number of its first attempt in this life of the run: one more than the last one of those before.
    pub(super) first: u32,
    /// When it started.
    pub(super) at: Timestamp,
}
