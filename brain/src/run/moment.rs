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

    /// Returns the present moment, or `floor` if the clock says that this is still to come.
    pub(super) fn not_before(floor: Timestamp, clock: &dyn Clock) -> Self {
        let now = Self::now(clock);
        Self {
            at: now.at.max(floor),
            ..now
        }
    }

    /// Returns the time of day by the steady clock.
    pub(super) fn later(self) -> Timestamp {
        self.at.plus(self.instant.elapsed())
    }
}
