//! The `cron` trigger as data.

use std::time::Duration;

use super::every_trigger::{Common, every_trigger};

/// Fires by a schedule.
///
/// The schedule has the five fields of crontab(5): minute, hour, day of the month, month, day of the week; or is `@daily`
/// and the like.
///
/// # Examples
/// ```
/// use brain::prelude::*;
///
/// let workflow = Workflow::builder("nightly-digest")
///     .on(Cron::new("0 6 * * MON-FRI")
///         .tz("Europe/Bucharest")
///         .catch_up(CatchUp::None))
///     .step(ShellStep::new("log", "git log"))
///     .build()?;
/// assert_eq!(workflow.triggers().len(), 1);
/// # Ok::<(), brain::Error>(())
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct Cron {
    pub(super) common: Common,
    pub(super) schedule: String,
    pub(super) zone: Option<String>,
    pub(super) catch_up: CatchUp,
    pub(super) jitter: Option<Duration>,
}

/// What happens to the fires that a cron trigger missed, since nothing served it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum CatchUp {
    /// One run makes up for all.
    #[default]
    One,
    /// They are noted and not made up for.
    None,
    /// Each of the latest ones, up to so many, gets a run: 1 to 1000.
    All(u32),
}

impl Cron {
    /// Fires when `schedule` says, by the clock of UTC.
    pub fn new(schedule: impl Into<String>) -> Self {
        Self {
            common: Common::default(),
            schedule: schedule.into(),
            zone: None,
            catch_up: CatchUp::default(),
            jitter: None,
        }
    }

    /// Returns what happens to missed fires.
    #[cfg(feature = "cli")]
    pub(crate) fn caught_up(&self) -> CatchUp {
        self.catch_up
    }

    /// Returns the longest time by which a fire is delayed.
    #[cfg(feature = "cli")]
    pub(crate) fn longest_delay(&self) -> Duration {
        self.jitter.unwrap_or_default()
    }

    /// Reads the schedule by the clock of a place, such as `Europe/Bucharest`.
    pub fn tz(mut self, zone: impl Into<String>) -> Self {
        self.common.give("tz");
        self.zone = Some(zone.into());
        self
    }

    /// Sets what happens to missed fires.
    pub fn catch_up(mut self, catch_up: CatchUp) -> Self {
        self.common.give("catch_up");
        self.catch_up = catch_up;
        self
    }

    /// Delays each fire by a random time up to this.
    pub fn jitter(mut self, longest: Duration) -> Self {
        self.common.give("jitter");
        self.jitter = Some(longest);
        self
    }
}

every_trigger!(Cron, Cron);
