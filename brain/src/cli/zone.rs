//! The zone in which times are shown.

use crate::clock::Timestamp;

/// What every command takes that shows times.
#[derive(Debug, Clone, Copy, clap::Args)]
#[group(skip)]
pub(super) struct Zone {
    /// Show times in UTC; else they are in the zone of this machine. JSON always has UTC
    #[arg(long)]
    utc: bool,
}

impl Zone {
    /// Returns what it is called.
    pub(super) const fn name(self) -> &'static str {
        if self.utc { "utc" } else { "local" }
    }

    /// Writes a time, as `2026-11-30 16:21:41`.
    pub(super) fn written(self, time: Timestamp) -> String {
        if self.utc {
            time.universal()
        } else {
            time.local()
        }
    }

    /// For tests.
    #[cfg(test)]
    pub(super) const UTC: Self = Self { utc: true };
}
