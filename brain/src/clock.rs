//! The one source of the time of day.
//!
//! Everything that needs to know what time it is takes a [`Clock`], so that tests can hold it still.

use std::fmt;
use std::pin::Pin;
use std::time::Duration;

use chrono::{DateTime, Local, SecondsFormat, Utc};
use uuid::{NoContext, Uuid};

/// A moment in UTC, exact to the microsecond.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

impl Timestamp {
    /// Returns the moment that lies `microseconds` after 1970-01-01T00:00:00Z.
    pub const fn from_microseconds(microseconds: i64) -> Self {
        Self(microseconds)
    }

    /// Returns the microseconds since 1970-01-01T00:00:00Z.
    pub const fn microseconds(self) -> i64 {
        self.0
    }

    /// Returns the moment `duration` later.
    #[must_use]
    pub fn plus(self, duration: Duration) -> Self {
        let microseconds = i64::try_from(duration.as_micros()).unwrap_or(i64::MAX);
        Self(self.0.saturating_add(microseconds))
    }

    /// Returns the moment `duration` earlier.
    #[must_use]
    pub fn minus(self, duration: Duration) -> Self {
        let microseconds = i64::try_from(duration.as_micros()).unwrap_or(i64::MAX);
        Self(self.0.saturating_sub(microseconds))
    }

    /// Returns the whole milliseconds from `earlier` to this moment, zero if it is not later.
    pub fn milliseconds_since(self, earlier: Self) -> u64 {
        u64::try_from(self.0.saturating_sub(earlier.0) / 1000).unwrap_or(0)
    }

    /// Returns the moment in the zone of this machine, as `2026-11-30 16:21:41`.
    pub fn local(self) -> String {
        self.utc()
            .with_timezone(&Local)
            .format("%Y-%m-%d %H:%M:%S")
            .to_string()
    }

    /// Returns the moment in UTC, as `2026-11-30 16:21:41`.
    pub fn universal(self) -> String {
        self.utc().format("%Y-%m-%d %H:%M:%S").to_string()
    }

    /// Returns the day in the zone of this machine, as `2026-11-30`.
    pub fn local_date(self) -> String {
        self.utc()
            .with_timezone(&Local)
            .format("%Y-%m-%d")
            .to_string()
    }

    fn utc(self) -> DateTime<Utc> {
        DateTime::from_timestamp_micros(self.0).unwrap_or(if self.0 < 0 {
            DateTime::<Utc>::MIN_UTC
        } else {
            DateTime::<Utc>::MAX_UTC
        })
    }
}

/// RFC 3339 in UTC with milliseconds, as `2026-11-30T16:21:41.123Z`.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.utc().to_rfc3339_opts(SecondsFormat::Millis, true))
    }
}

/// Reads what [`Display`](fmt::Display) writes, and any other RFC 3339.
impl std::str::FromStr for Timestamp {
    type Err = chrono::ParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        DateTime::parse_from_rfc3339(text).map(|time| Self(time.timestamp_micros()))
    }
}

impl serde::Serialize for Timestamp {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Makes an id that sorts by the time it was made: a UUID of version 7.
///
/// The format has no word for a time before 1970, which a machine without a battery for its clock may believe in; ids of
/// then are those of its first moment.
pub(crate) fn new_id() -> Uuid {
    id_at(SystemClock.now())
}

fn id_at(moment: Timestamp) -> Uuid {
    if moment.microseconds() < 0 {
        return Uuid::new_v7(uuid::Timestamp::from_unix(NoContext, 0, 0));
    }
    Uuid::now_v7()
}

/// Tells the time.
pub trait Clock: Send + Sync + fmt::Debug {
    /// Returns the present moment.
    fn now(&self) -> Timestamp;

    /// Waits until the clock shows `at`, and not longer; it may return earlier, as it does when the clock is set.
    ///
    /// Unless a clock knows better, it is taken for one that goes with the time that passes.
    fn wait(&self, at: Timestamp) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        let left = Duration::from_millis(at.milliseconds_since(self.now()) + 1);
        Box::pin(tokio::time::sleep(left.min(UNHEARD)))
    }
}

/// How long a clock may be set before it is noticed where the system does not tell.
const UNHEARD: Duration = Duration::from_secs(20);

/// The clock of this machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the place that `Clock` stands for"
    )]
    fn now(&self) -> Timestamp {
        Timestamp(Utc::now().timestamp_micros())
    }

    #[cfg(target_os = "linux")]
    fn wait(&self, at: Timestamp) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async move {
            if alarm::wait(at).await.is_err() {
                let left = Duration::from_millis(at.milliseconds_since(self.now()) + 1);
                tokio::time::sleep(left.min(UNHEARD)).await;
            }
        })
    }
}

/// A timer of the system that goes by the time of day: it is on time after a sleep, and ends when the clock is set.
#[cfg(target_os = "linux")]
mod alarm {
    use std::io;

    use rustix::time::{
        Itimerspec, TimerfdClockId, TimerfdFlags, TimerfdTimerFlags, Timespec, timerfd_create,
        timerfd_settime,
    };
    use tokio::io::Interest;
    use tokio::io::unix::AsyncFd;

    use super::Timestamp;

    /// Waits until `at`, or until the clock is set.
    #[expect(
        deprecated,
        reason = "its safe form leaves it to the handle to stay open, which one that is owned does"
    )]
    pub(super) async fn wait(at: Timestamp) -> io::Result<()> {
        let flags = TimerfdFlags::NONBLOCK | TimerfdFlags::CLOEXEC;
        let timer = timerfd_create(TimerfdClockId::Realtime, flags)?;
        // A timer at zero is none.
        let micros = at.microseconds().max(1);
        let zero = Timespec {
            tv_sec: 0,
            tv_nsec: 0,
        };
        let due = Itimerspec {
            it_interval: zero,
            it_value: Timespec {
                tv_sec: micros.div_euclid(1_000_000),
                tv_nsec: micros.rem_euclid(1_000_000) * 1_000,
            },
        };
        let flags = TimerfdTimerFlags::ABSTIME | TimerfdTimerFlags::CANCEL_ON_SET;
        timerfd_settime(&timer, flags, &due)?;
        // It becomes readable in both cases; what can be read does not matter.
        AsyncFd::with_interest(timer, Interest::READABLE)?
            .readable()
            .await
            .map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_made_at_any_time() {
        let id = |microseconds| id_at(Timestamp::from_microseconds(microseconds));
        for microseconds in [i64::MIN, -1, 0, 1, i64::MAX] {
            assert_eq!(id(microseconds).get_version_num(), 7);
            assert_ne!(id(microseconds), id(microseconds));
        }
        assert!(id(-1) < id(0));
    }

    #[test]
    fn times_before_1970_are_times() {
        let before = Timestamp::from_microseconds(-1_000_000);
        assert_eq!(before.to_string(), "1969-12-31T23:59:59.000Z");
        assert_eq!(before.plus(Duration::from_secs(1)).microseconds(), 0);
    }
}
