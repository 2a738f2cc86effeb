//! The clock of a place: from what it shows to the moments at which it does.

use chrono::{MappedLocalTime, NaiveDateTime, Offset as _, TimeDelta, TimeZone as _, Utc};
use chrono_tz::Tz;

/// A moment in UTC, to the second.
pub(super) type Moment = chrono::DateTime<Utc>;

/// More than clocks can be apart: they are from 12 hours behind UTC to 14 hours ahead of it.
const APART: TimeDelta = TimeDelta::hours(26);

/// The longest time by which a clock was set back since 1970 or will be by the present rules: three hours, in Casey in 2010.
pub(super) const SET_BACK: TimeDelta = TimeDelta::hours(3);

/// Returns what the clock shows.
pub(super) fn shown(zone: Tz, at: Moment) -> NaiveDateTime {
    // The sum of the two, also at the ends of the calendar, where chrono's own conversion panics.
    let ahead = zone.offset_from_utc_datetime(&at.naive_utc()).fix();
    let ahead = TimeDelta::seconds(i64::from(ahead.local_minus_utc()));
    at.naive_utc()
        .checked_add_signed(ahead)
        .unwrap_or(at.naive_utc())
}

/// Returns the moments at which the clock shows this: none if it skips it, two if it is set back over it.
pub(super) fn moments(zone: Tz, shown: NaiveDateTime) -> [Option<Moment>; 2] {
    let utc = |at: chrono::DateTime<Tz>| at.with_timezone(&Utc);
    match zone.from_local_datetime(&shown) {
        MappedLocalTime::None => [None, None],
        MappedLocalTime::Single(at) => [Some(utc(at)), None],
        MappedLocalTime::Ambiguous(one, other) => {
            [Some(utc(one.min(other))), Some(utc(one.max(other)))]
        }
    }
}

/// Returns the first moment at which the clock shows this; if it never does, the first one after it has skipped it.
///
/// None at the ends of the calendar.
pub(super) fn first(zone: Tz, shown: NaiveDateTime) -> Option<Moment> {
    match moments(zone, shown) {
        [Some(first), _] => Some(first),
        [None, _] => after_gap(zone, shown),
    }
}

/// Finds the moment at which the clock jumps over `skipped`.
fn after_gap(zone: Tz, skipped: NaiveDateTime) -> Option<Moment> {
    let as_utc = skipped.and_utc();
    let mut before = as_utc.checked_sub_signed(APART)?;
    let mut after = as_utc.checked_add_signed(APART)?;
    while after - before > TimeDelta::seconds(1) {
        let middle = before + TimeDelta::seconds((after - before).num_seconds() / 2);
        if shown(zone, middle) < skipped {
            before = middle;
        } else {
            after = middle;
        }
    }
    Some(after)
}
