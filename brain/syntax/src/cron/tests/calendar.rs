use std::collections::BTreeSet;

use chrono::{Datelike as _, NaiveDate};
use proptest::prelude::*;

use super::super::{Minute, Schedule};

/// The calendar repeats after so many years.
const CYCLE: i32 = 400;

fn days(from: NaiveDate, to: NaiveDate) -> impl Iterator<Item = NaiveDate> {
    from.iter_days().take_while(move |day| *day < to)
}

fn date(year: i32, month: u32, day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(year, month, day).unwrap()
}

fn small(number: u32) -> u8 {
    u8::try_from(number).unwrap()
}

fn parts(day: NaiveDate) -> (u8, u8, u8) {
    let weekday = day.weekday().num_days_from_sunday();
    (small(day.month()), small(day.day()), small(weekday))
}

/// The minutes of the days that a schedule lets through, found by asking for each of them.
fn fires(text: &str, from: NaiveDate, to: NaiveDate) -> Vec<String> {
    let schedule = Schedule::parse(text).unwrap();
    let mut fires = Vec::new();
    for date in days(from, to) {
        let (month, day, weekday) = parts(date);
        for minute_of_day in 0..24 * 60 {
            let (hour, minute) = (minute_of_day / 60, minute_of_day % 60);
            let at = Minute {
                month,
                day,
                weekday,
                hour: small(hour),
                minute: small(minute),
            };
            if schedule.matches(at) {
                fires.push(format!("{date} {hour:02}:{minute:02}"));
            }
        }
    }
    fires
}

#[test]
fn weekdays_are_those_of_crontab() {
    // From the Sunday after the Saturday on which the report starts.
    let (from, to) = (date(2026, 10, 4), date(2026, 10, 13));
    let week = [5, 6, 7, 8, 9, 10, 12].map(|day| format!("2026-10-{day:02} 17:00"));
    for text in ["0 17 * * 1-6", "0 17 * * Mon-Sat"] {
        assert_eq!(fires(text, from, to), week, "{text}");
    }
    let from = date(2026, 10, 5);
    assert_eq!(fires("30 7 * * 4", from, to), ["2026-10-08 07:30"]);
    assert_eq!(fires("0 0 * * 0", from, to), ["2026-10-11 00:00"]);
    assert_eq!(fires("0 0 * * 7", from, to), ["2026-10-11 00:00"]);
}

#[test]
fn the_13th_or_any_friday() {
    let year = fires("0 0 13 * 5", date(2026, 1, 1), date(2027, 1, 1));
    assert_eq!(year.len(), 61);
    let june = fires("0 0 13 * 5", date(2026, 6, 1), date(2026, 6, 27));
    let right = [5, 12, 13, 19, 26].map(|day| format!("2026-06-{day:02} 00:00"));
    assert_eq!(june, right);
    // Friday the 13th, by a field that begins with `*`.
    let both = fires("0 0 13 * */5", date(2026, 1, 1), date(2027, 1, 1));
    let right = [
        "2026-02-13",
        "2026-03-13",
        "2026-09-13",
        "2026-11-13",
        "2026-12-13",
    ];
    assert_eq!(both, right.map(|day| format!("{day} 00:00")));
}

/// What each day of the cycle is: month, day, weekday, each combination once.
fn combinations() -> BTreeSet<(u8, u8, u8)> {
    days(date(2000, 1, 1), date(2000 + CYCLE, 1, 1))
        .map(parts)
        .collect()
}

#[test]
fn each_date_falls_on_each_weekday() {
    assert_eq!(combinations().len(), 366 * 7);
    let (first, again) = (date(2000, 1, 1), date(2000 + CYCLE, 1, 1));
    assert_eq!(first.weekday(), again.weekday());
}

/// A list for one of the three date fields, small enough that dates that never come are frequent.
fn field(first: u8, last: u8) -> impl Strategy<Value = String> {
    let value = || first..=last;
    let item = prop_oneof![
        3 => value().prop_map(|value| value.to_string()),
        1 => (value(), value()).prop_map(|(a, b)| format!("{}-{}", a.min(b), a.max(b))),
        1 => (2..=last - first).prop_map(|step| format!("*/{step}")),
        1 => Just("*".to_owned()),
    ];
    proptest::collection::vec(item, 1..3).prop_map(|items| items.join(","))
}

#[test]
fn what_never_fires_is_what_no_day_of_the_cycle_has() {
    let combinations = combinations();
    let day = prop_oneof![field(1, 31), field(29, 31)];
    let month = prop_oneof![field(1, 12), Just("2".to_owned()), Just("4,6,9".to_owned())];
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases: 2000,
        ..ProptestConfig::default()
    });
    let never = std::cell::Cell::new(0);
    let run = runner.run(&(day, month, field(0, 7)), |(day, month, weekday)| {
        let text = format!("0 0 {day} {month} {weekday}");
        match Schedule::parse(&text) {
            Ok(schedule) => {
                let mut days = combinations.iter();
                prop_assert!(
                    days.any(|&(m, d, w)| schedule.matches_day(m, d, w)),
                    "{text}"
                );
            }
            Err(error) => {
                prop_assert!(
                    error.to_string().ends_with("never fires"),
                    "{text}: {error}"
                );
                // The same with a day of month that exists, put beside: nothing else was wrong.
                never.set(never.get() + 1);
                let star = if day.starts_with('*') { "*/31," } else { "" };
                let mended = format!("0 0 {star}{day},1 {month} {weekday}");
                let schedule = Schedule::parse(&mended).unwrap();
                let others = combinations.iter().filter(|&&(_, d, _)| d != 1);
                let mut others = others.filter(|&&(m, d, w)| schedule.matches_day(m, d, w));
                prop_assert_eq!(others.next(), None, "{}", text);
            }
        }
        Ok(())
    });
    run.unwrap();
    assert!(
        never.get() > 20,
        "the sample had {} that never fire",
        never.get()
    );
}
