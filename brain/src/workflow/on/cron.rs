//! The `cron` trigger as data.

use super::{On, Source};

/// Fires by a schedule.
///
/// The schedule has the five fields of crontab(5): minute, hour, day of the month, month, day of the week.
///
/// # Examples
/// ```
/// use brain::prelude::*;
///
/// let workflow = Workflow::builder("nightly-digest")
///     .on(Cron::new("0 6 * * MON-FRI"))
///     .step(ShellStep::new("log", "git log"))
///     .build()?;
/// assert_eq!(workflow.triggers().len(), 1);
/// # Ok::<(), brain::Error>(())
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct Cron {
    pub(crate) schedule: String,
}

impl Cron {
    /// Fires when `schedule` says.
    pub fn new(schedule: impl Into<String>) -> Self {
        Self {
            schedule: schedule.into(),
        }
    }
}

impl From<Cron> for On {
    fn from(cron: Cron) -> Self {
        Self {
            source: Source::Cron(cron),
        }
    }
}
