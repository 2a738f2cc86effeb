//! The moments at which a schedule fires by the clock of a place.

use brain_syntax::cron::{Begins, Schedule};
use chrono::{Datelike as _, NaiveDateTime, TimeDelta, Timelike as _};
use chrono_tz::Tz;

use super::zone::{self, Moment, SET_BACK};
use crate::clock::Timestamp;

/// After so many days the calendar repeats itself, weekdays included: 400 years.
const CYCLE: usize = 146_097;

/// A schedule at a place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fires {
    schedule: Schedule,
    zone: Tz,
}

impl Fires {
    /// Makes it of a schedule that the check has let through and the name of a zone; none if they are not such.
    pub(crate) fn new(schedule: &str, zone: &str) -> Option<Self> {
        Some(Self {
            schedule: Schedule::parse(schedule).ok()?,
            zone: zone.parse().ok()?,
        })
    }

    /// Returns the first moment after `after` at which it fires; none where the calendar ends.
    ///
    /// One whose hour field begins with `*` fires whenever the clock shows what it says, so it goes straight through clock
    /// changes. Any other fires once for each time of day it names: the first time if the clock shows it twice, and when the
    /// clock has jumped if it never does.
    pub(crate) fn after(&self, after: Timestamp) -> Option<Timestamp> {
        let micros = after.microseconds();
        // A fire is at a full second, so what is left of one does not matter.
        let after = Moment::from_timestamp(micros.div_euclid(1_000_000), 0)?;
        let next = match self.schedule.hour_begins() {
            Begins::WithValue => self.next_by_day(after),
            Begins::WithStar => self.next_by_clock(after),
        };
        // RFC 3339 has no later years.
        let seconds = next.filter(|next| next.year() <= 9999)?.timestamp();
        seconds
            .checked_mul(1_000_000)
            .map(Timestamp::from_microseconds)
    }

    /// Returns the fires after `after`, one after the other.
    pub(crate) fn iter(self, after: Timestamp) -> impl Iterator<Item = Timestamp> {
        std::iter::successors(self.after(after), move |&last| self.after(last))
    }

    /// Writes a moment by the clock of its zone, as `2026-11-30 16:21 EET`.
    pub(crate) fn written(&self, at: Timestamp) -> String {
        let at = Moment::from_timestamp_micros(at.microseconds());
        at.map_or_else(String::new, |at| {
            at.with_timezone(&self.zone)
                .format("%Y-%m-%d %H:%M %Z")
                .to_string()
        })
    }

    fn next_by_day(&self, after: Moment) -> Option<Moment> {
        // Order: the first moments of what a clock shows are in the order of what it shows.
        self.shown_from(zone::shown(self.zone, after))
            .map_while(|shown| zone::first(self.zone, shown))
            .find(|&at| at > after)
    }

    fn next_by_clock(&self, after: Moment) -> Option<Moment> {
        let now = zone::shown(self.zone, after);
        if self.is_steady(after) {
            // No clock change near: what it shows next comes next.
            let next = self.shown_from(now).find_map(|shown| {
                let [first, _] = zone::moments(self.zone, shown);
                first.filter(|&at| at > after)
            })?;
            if next - after <= SET_BACK {
                return Some(next);
            }
        }
        // What the clock showed before may come once more, and of two things that it shows the later may come first.
        let mut next: Option<(NaiveDateTime, Moment)> = None;
        for shown in self.shown_from(now.checked_sub_signed(SET_BACK)?) {
            if next.is_some_and(|(found, _)| shown - found > SET_BACK) {
                break;
            }
            let [first, second] = zone::moments(self.zone, shown);
            let coming = [first, second].into_iter().flatten().find(|&at| at > after);
            if let Some(at) = coming
                && next.is_none_or(|(_, next)| at < next)
            {
                let found = next.map_or(shown, |(found, _)| found);
                next = Some((found, at));
            }
        }
        next.map(|(_, at)| at)
    }

    /// Tells whether the clock is not set for some hours before and after.
    fn is_steady(&self, at: Moment) -> bool {
        let hours = |hours| at.checked_add_signed(TimeDelta::hours(hours));
        let ahead = |at: Moment| zone::shown(self.zone, at) - at.naive_utc();
        [hours(-4), hours(4)]
            .into_iter()
            .all(|near| near.is_some_and(|near| ahead(near) == ahead(at)))
    }

    /// Returns what a clock shows when the schedule lets it through, from the minute of `from` on.
    fn shown_from(&self, from: NaiveDateTime) -> impl Iterator<Item = NaiveDateTime> {
        let schedule = self.schedule;
        let begin = from.with_second(0).unwrap_or(from);
        from.date()
            .iter_days()
            .take(CYCLE)
            .filter(move |day| {
                let weekday = day.weekday().num_days_from_sunday();
                let [month, day, weekday] = [day.month(), day.day(), weekday].map(small);
                schedule.matches_day(month, day, weekday)
            })
            .flat_map(move |day| {
                let hours = schedule.hours().iter();
                let times =
                    hours.flat_map(move |hour| schedule.minutes().iter().map(move |m| (hour, m)));
                times.filter_map(move |(hour, minute)| {
                    day.and_hms_opt(u32::from(hour), u32::from(minute), 0)
                })
            })
            .skip_while(move |shown| *shown < begin)
    }
}

/// Narrows a month, a day or a weekday.
fn small(number: u32) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}
