//! Schedules whose date never comes.

use super::error::CronError;
use super::field::MONTHS;
use super::token::Token;
use super::{Days, Schedule};
use crate::suggest;

/// How many days each month has in the years when it has most.
const LONGEST: [u8; 12] = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/// Tells whether no day of any year is let through.
///
/// Where one of the two day fields is enough, there is always such a day, since every month has each weekday. Where
/// both must hold, it is enough that the day exists in the month: the calendar repeats after 400 years, and within
/// them each day of the year, February 29 too, falls on each weekday.
pub(super) fn is_silent(schedule: &Schedule) -> bool {
    let Some(first) = schedule.day.values.at_least(0) else {
        return true;
    };
    schedule.days() == Days::Both
        && schedule
            .month
            .values
            .iter()
            .all(|month| longest(month) < first)
}

fn longest(month: u8) -> u8 {
    let index = usize::from(month).saturating_sub(1);
    LONGEST.get(index).copied().unwrap_or(0)
}

/// Tells why.
pub(super) fn error(whole: Token<'_>, day: Token<'_>, schedule: &Schedule) -> CronError {
    let months = schedule.month.values.iter().map(|month| {
        let name = MONTHS[usize::from(month) - 1];
        (
            longest(month),
            format!("{}{}", &name[..1], name[1..].to_ascii_lowercase()),
        )
    });
    let (lengths, names): (Vec<u8>, Vec<String>) = months.unzip();
    let most = lengths.into_iter().max().unwrap_or(0);
    let has = if names.len() == 1 { "has" } else { "have" };
    CronError {
        field: Some(3),
        mistake: day
            .mistake(format!("cron schedule `{}` never fires", whole.shown()))
            .note(format!(
                "{} {has} at most {most} days",
                suggest::list(names.iter().map(String::as_str)).replace('`', "")
            )),
    }
}
