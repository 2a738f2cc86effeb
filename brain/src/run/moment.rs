//! Moments that survive a clock that is set back.

use std::time::Instant;

use crate::clock::{Clock, Timestamp};

/// A moment by both clocks, so that what ends later never seems to have ended before it began.
#[derive(Clone, Copy)]
pub(super) struct Moment {
    /// The time of day.
    pub(super) at: Timestamp,
    instant: Instant,
}

impl Moment {
    /// Returns the present moment.
    pub(super) fn now(clock: &dyn Clock) -> Self {
        Self {
            at: clock.now(),
            instant: Instant::now(),
        }
    }

    /// Returns the time of day by the steady clock.
    pub(super) fn later(self) -> Timestamp {
        self.at.plus(self.instant.elapsed())
    }
}
