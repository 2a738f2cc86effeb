//! When a `cron` trigger fires: the grammar of crontab(5).
//!
//! In comes the text of `schedule`; out comes a [`Schedule`], the sets of minutes, hours, days, months and weekdays
//! that it lets through, or a [`CronError`] for each field with a mistake. The macro and the builder call it to find
//! mistakes, the trigger to know when to wake. It knows no time zone, no clock and no year, and never searches through
//! the calendar.
//!
//! Five fields, separated by blanks: minute (0-59), hour (0-23), day of month (1-31), month (1-12 or `JAN`-`DEC`) and
//! day of week (0-7 or `SUN`-`SAT`; 0 and 7 are Sunday). Each is a list of `*`, values and ranges; a step follows `*`
//! or a range. `@yearly`, `@annually`, `@monthly`, `@weekly`, `@daily`, `@midnight` and `@hourly` stand for all five.
//! Where crontab(5) and its readers leave room:
//! - names may stand in lists and ranges, in any case of letters; they have three letters;
//! - `5/10` is refused, since the manual has steps only after `*` and ranges, and readers take it differently;
//! - `22-2` and `FRI-MON` are refused, since a range runs forward; the help writes them as two;
//! - a step that is larger than its range is refused, since nothing but the first value would ever match;
//! - `@reboot` is refused, since it is not a time;
//! - a schedule whose date never comes is refused.

mod error;
mod field;
mod item;
mod never;
mod nickname;
mod number;
mod parse;
#[cfg(test)]
mod tests;
mod token;
mod values;
mod write;

pub use self::error::CronError;
pub use self::values::Values;

/// What a message offers when it cannot guess what was meant.
const EXAMPLE: &str = "every day at 06:00 is \"0 6 * * *\"";

/// A schedule: which minutes of which days are let through.
///
/// # Examples
/// ```
/// use brain_syntax::cron::{Minute, Schedule};
///
/// let schedule = Schedule::parse("0 6 * * MON-FRI")?;
/// let monday = Minute {
///     month: 10,
///     day: 5,
///     weekday: 1,
///     hour: 6,
///     minute: 0,
/// };
/// assert!(schedule.matches(monday));
/// assert_eq!(schedule.to_string(), "0 6 * * 1-5");
/// # Ok::<(), brain_syntax::cron::CronError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Schedule {
    minute: Part,
    hour: Part,
    day: Part,
    month: Part,
    weekday: Part,
}

/// A field of a schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Part {
    values: Values,
    begins: Begins,
}

/// How a field's text begins, on which rules about days and clock changes depend.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Begins {
    /// With `*`, such as `*/2`.
    WithStar,
    /// With a value.
    WithValue,
}

/// How the two day fields work together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Days {
    /// A day has to be in both, since one of them begins with `*`.
    Both,
    /// It is enough that a day is in one of them.
    Either,
}

/// A minute as clocks and calendars show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Minute {
    /// The month, January being 1.
    pub month: u8,
    /// The day of the month, from 1.
    pub day: u8,
    /// The day of the week, Sunday being 0.
    pub weekday: u8,
    /// The hour, 0 to 23.
    pub hour: u8,
    /// The minute, 0 to 59.
    pub minute: u8,
}

impl Schedule {
    /// Reads a schedule.
    ///
    /// # Errors
    /// The first mistake in the text.
    pub fn parse(text: &str) -> Result<Self, CronError> {
        // There is always a first one: `check` reports what it does not take.
        Self::check(text).map_err(|mut errors| errors.swap_remove(0))
    }

    /// Reads a schedule, and goes on after a mistake.
    ///
    /// # Errors
    /// The first mistake of each field, in their order; never none.
    pub fn check(text: &str) -> Result<Self, Vec<CronError>> {
        parse::check(text)
    }

    /// Tells whether it fires in this minute.
    pub fn matches(&self, at: Minute) -> bool {
        self.minute.values.contains(at.minute)
            && self.hour.values.contains(at.hour)
            && self.matches_day(at.month, at.day, at.weekday)
    }

    /// Tells whether it fires on this day: month from 1, day from 1, Sunday being weekday 0.
    pub fn matches_day(&self, month: u8, day: u8, weekday: u8) -> bool {
        let by_date = self.day.values.contains(day);
        let by_weekday = self.weekday.values.contains(weekday);
        let by_day = match self.days() {
            Days::Both => by_date && by_weekday,
            Days::Either => by_date || by_weekday,
        };
        by_day && self.month.values.contains(month)
    }

    /// Returns the minutes of an hour, 0 to 59.
    pub fn minutes(&self) -> Values {
        self.minute.values
    }

    /// Returns the hours of a day, 0 to 23.
    pub fn hours(&self) -> Values {
        self.hour.values
    }

    /// Returns the months of a year, 1 to 12.
    pub fn months(&self) -> Values {
        self.month.values
    }

    /// Returns the days of a month, 1 to 31.
    pub fn days_of_month(&self) -> Values {
        self.day.values
    }

    /// Returns the days of a week, 0 to 6 from Sunday.
    pub fn days_of_week(&self) -> Values {
        self.weekday.values
    }

    /// Returns how the two day fields work together.
    pub fn days(&self) -> Days {
        match (self.day.begins, self.weekday.begins) {
            (Begins::WithValue, Begins::WithValue) => Days::Either,
            _ => Days::Both,
        }
    }

    /// Returns how the hour field begins: with `*`, it goes by elapsed time through clock changes.
    pub fn hour_begins(&self) -> Begins {
        self.hour.begins
    }
}
