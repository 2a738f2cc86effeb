use std::str::FromStr as _;

use brain_syntax::cron::{Begins, Schedule};
use chrono::{Datelike as _, Timelike as _, Utc};
use chrono_tz::Tz;
use croner::Cron;
use proptest::prelude::*;

use super::Fires;
use super::zone::{self, Moment};
use crate::clock::Timestamp;

/// Zones of every kind: whole, half and quarter hours, changes at midnight, twice a year, in Ramadan, by half an hour, by a
/// day, to the south, and none.
const ZONES: [Tz; 42] = [
    Tz::UTC,
    Tz::America__Los_Angeles,
    Tz::America__New_York,
    Tz::America__St_Johns,
    Tz::America__Sao_Paulo,
    Tz::America__Havana,
    Tz::America__Santiago,
    Tz::America__Asuncion,
    Tz::America__Scoresbysund,
    Tz::America__Nuuk,
    Tz::America__Caracas,
    Tz::America__Anchorage,
    Tz::America__Mexico_City,
    Tz::Europe__London,
    Tz::Europe__Dublin,
    Tz::Europe__Bucharest,
    Tz::Europe__Athens,
    Tz::Europe__Berlin,
    Tz::Europe__Moscow,
    Tz::Europe__Istanbul,
    Tz::Africa__Casablanca,
    Tz::Africa__Cairo,
    Tz::Africa__Monrovia,
    Tz::Africa__Lagos,
    Tz::Asia__Kolkata,
    Tz::Asia__Kathmandu,
    Tz::Asia__Tehran,
    Tz::Asia__Amman,
    Tz::Asia__Beirut,
    Tz::Asia__Gaza,
    Tz::Asia__Tokyo,
    Tz::Asia__Pyongyang,
    Tz::Australia__Sydney,
    Tz::Australia__Lord_Howe,
    Tz::Australia__Eucla,
    Tz::Antarctica__Troll,
    Tz::Antarctica__Casey,
    Tz::Pacific__Apia,
    Tz::Pacific__Kwajalein,
    Tz::Pacific__Chatham,
    Tz::Pacific__Auckland,
    Tz::Pacific__Easter,
];

fn at(text: &str) -> Timestamp {
    text.parse().expect("a time")
}

fn fires(schedule: &str, zone: &str, after: &str, number: usize) -> Vec<String> {
    let fires = Fires::new(schedule, zone).expect("a schedule");
    let times = fires.iter(at(after)).take(number);
    times
        .map(|time| time.to_string().replace(".000Z", "Z"))
        .collect()
}

#[test]
fn a_time_that_does_not_come_fires_when_the_clock_has_jumped() {
    assert_eq!(
        fires(
            "0 2 * * *",
            "America/Los_Angeles",
            "2025-03-08T12:00:00Z",
            3
        ),
        [
            "2025-03-09T10:00:00Z",
            "2025-03-10T09:00:00Z",
            "2025-03-11T09:00:00Z"
        ]
    );
    assert_eq!(
        fires("30 2 * * *", "America/New_York", "2026-03-07T12:00:00Z", 2),
        ["2026-03-08T07:00:00Z", "2026-03-09T06:30:00Z"]
    );
    // Several times in the same gap, and the moment after it, are one fire.
    assert_eq!(
        fires("0,30 2,3 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", 3),
        [
            "2026-03-29T01:00:00Z",
            "2026-03-29T01:30:00Z",
            "2026-03-30T00:00:00Z"
        ]
    );
    // At midnight, and a whole day.
    assert_eq!(
        fires("0 0 * * *", "Africa/Cairo", "2026-04-23T12:00:00Z", 2),
        ["2026-04-23T22:00:00Z", "2026-04-24T21:00:00Z"]
    );
    assert_eq!(
        fires("0 12 30 12 *", "Pacific/Apia", "2011-12-01T00:00:00Z", 2),
        ["2011-12-30T10:00:00Z", "2012-12-29T22:00:00Z"]
    );
}

#[test]
fn a_time_that_comes_twice_fires_the_first_time() {
    assert_eq!(
        fires("30 1 * * *", "America/New_York", "2026-10-31T12:00:00Z", 3),
        [
            "2026-11-01T05:30:00Z",
            "2026-11-02T06:30:00Z",
            "2026-11-03T06:30:00Z"
        ]
    );
    // Also when asked in between, and by half an hour.
    assert_eq!(
        fires("30 1 * * *", "America/New_York", "2026-11-01T05:30:00Z", 1),
        ["2026-11-02T06:30:00Z"]
    );
    assert_eq!(
        fires(
            "45 1 * * *",
            "Australia/Lord_Howe",
            "2026-04-04T00:00:00Z",
            2
        ),
        ["2026-04-04T14:45:00Z", "2026-04-05T15:15:00Z"]
    );
}

#[test]
fn an_hour_that_is_a_star_goes_by_elapsed_time() {
    let autumn = fires("*/30 * * * *", "Europe/Athens", "2013-10-26T21:00:00Z", 10);
    let expected: Vec<String> = (1..=10)
        .map(|half| at("2013-10-26T21:00:00Z").plus(std::time::Duration::from_secs(half * 1800)))
        .map(|time| time.to_string().replace(".000Z", "Z"))
        .collect();
    assert_eq!(autumn, expected);
    assert_eq!(autumn[9], "2013-10-27T02:00:00Z");
    assert_eq!(
        fires("15 */1 * * *", "Europe/Berlin", "2026-03-29T00:00:00Z", 3),
        [
            "2026-03-29T00:15:00Z",
            "2026-03-29T01:15:00Z",
            "2026-03-29T02:15:00Z"
        ]
    );
    assert_eq!(
        fires("@hourly", "Australia/Lord_Howe", "2026-04-04T13:00:00Z", 3),
        [
            "2026-04-04T14:00:00Z",
            "2026-04-04T15:30:00Z",
            "2026-04-04T16:30:00Z"
        ]
    );
}

#[test]
fn weekdays_are_those_of_crontab() {
    let days = ["05", "06", "07", "08", "09", "10", "12"];
    let expected = days.map(|day| format!("2026-10-{day}T17:00:00Z"));
    for schedule in ["0 17 * * 1-6", "0 17 * * Mon-Sat"] {
        assert_eq!(fires(schedule, "UTC", "2026-10-03T18:00:00Z", 7), expected);
    }
    assert_eq!(
        fires("30 7 * * 4", "UTC", "2026-10-05T00:00:00Z", 1),
        ["2026-10-08T07:30:00Z"]
    );
    for sunday in ["0 0 * * 0", "0 0 * * 7", "0 0 * * sun"] {
        assert_eq!(
            fires(sunday, "UTC", "2026-10-05T00:00:00Z", 1),
            ["2026-10-11T00:00:00Z"]
        );
    }
}

#[test]
fn either_day_field_is_enough_when_both_are_restricted() {
    let schedule = Fires::new("0 0 13 * 5", "UTC").unwrap();
    let year = schedule
        .iter(at("2025-12-31T23:59:59Z"))
        .take_while(|&time| time < at("2027-01-01T00:00:00Z"));
    assert_eq!(year.count(), 61);
    let days = ["05", "12", "13", "19", "26"];
    assert_eq!(
        fires("0 0 13 * 5", "UTC", "2026-06-01T00:00:00Z", 5),
        days.map(|day| format!("2026-06-{day}T00:00:00Z"))
    );
    // One that begins with a star makes it both.
    assert_eq!(
        fires("0 0 */13 * 5", "UTC", "2026-01-01T00:00:00Z", 2),
        ["2026-02-27T00:00:00Z", "2026-03-27T00:00:00Z"]
    );
}

#[test]
fn rare_dates_are_found_and_the_calendar_may_end() {
    assert_eq!(
        fires("0 0 29 2 *", "UTC", "2096-03-01T00:00:00Z", 1),
        ["2104-02-29T00:00:00Z"]
    );
    assert_eq!(
        fires("0 0 29 2 */7", "UTC", "2088-03-01T00:00:00Z", 1),
        ["2128-02-29T00:00:00Z"]
    );
    for end in [
        i64::MAX,
        i64::MIN,
        8_210_266_876_799_000_000,
        -8_334_601_228_800_000_000,
    ] {
        for zone in ["UTC", "Pacific/Apia", "America/Los_Angeles"] {
            for schedule in ["* * * * *", "0 0 29 2 *", "59 23 31 12 *"] {
                let fires = Fires::new(schedule, zone).unwrap();
                let end = Timestamp::from_microseconds(end);
                assert!(fires.after(end).is_none_or(|next| next > end));
            }
        }
    }
}

#[test]
fn what_is_no_schedule_is_none() {
    assert!(Fires::new("0 0 30 2 *", "UTC").is_none());
    assert!(Fires::new("0 0 * * *", "Mars/Olympus").is_none());
}

/// Walks from minute to minute and looks at the clock: another way to the same answer, for hours that begin with `*`.
fn walked(schedule: &Schedule, zone: Tz, after: Moment, minutes: i64) -> Vec<Moment> {
    let first = after.timestamp().div_euclid(60) + 1;
    (first..first + minutes)
        .filter_map(|minute| Moment::from_timestamp(minute * 60, 0))
        .filter(|&at| {
            let shown = zone::shown(zone, at);
            let small = |number: u32| u8::try_from(number).unwrap();
            shown.second() == 0
                && schedule.matches(brain_syntax::cron::Minute {
                    month: small(shown.month()),
                    day: small(shown.day()),
                    weekday: small(shown.weekday().num_days_from_sunday()),
                    hour: small(shown.hour()),
                    minute: small(shown.minute()),
                })
        })
        .collect()
}

/// A field of a schedule, in ways that all readers take alike.
fn field(low: u32, high: u32) -> impl Strategy<Value = String> {
    let value = low..=high;
    prop_oneof![
        3 => Just("*".to_owned()),
        2 => value.clone().prop_map(|value| value.to_string()),
        1 => (2..=(high - low) / 2).prop_map(|step| format!("*/{step}")),
        1 => (value.clone(), value.clone())
            .prop_map(|(a, b)| format!("{}-{}", a.min(b), a.max(b))),
        1 => (value.clone(), value).prop_map(|(a, b)| format!("{a},{b}")),
    ]
}

fn schedules() -> impl Strategy<Value = String> {
    let days = prop_oneof![
        4 => field(1, 31).prop_map(|day| (day, "*".to_owned())),
        4 => field(0, 6).prop_map(|weekday| ("*".to_owned(), weekday)),
        // Both restricted by values: steps after a star are read differently there.
        1 => (1_u32..=31, 0_u32..=6).prop_map(|(day, weekday)| (day.to_string(), weekday.to_string())),
    ];
    (field(0, 59), field(0, 23), days, field(1, 12)).prop_map(
        |(minute, hour, (day, weekday), month)| format!("{minute} {hour} {day} {month} {weekday}"),
    )
}

/// A moment from 1970 to 2100, often within two days of a clock change.
fn moments() -> impl Strategy<Value = (Tz, i64)> {
    let zone = prop::sample::select(&ZONES[..]);
    (
        zone,
        0_i64..4_102_444_800,
        any::<bool>(),
        -172_800_i64..172_800,
    )
        .prop_map(|(zone, at, is_near, by)| {
            let change = is_near.then(|| change_after(zone, at)).flatten();
            (zone, change.map_or(at, |change| (change + by).max(0)))
        })
}

/// Finds the day after `at` on which the clock is set, within a year.
fn change_after(zone: Tz, at: i64) -> Option<i64> {
    let ahead = |at: i64| {
        let at = Moment::from_timestamp(at, 0).unwrap();
        zone::shown(zone, at) - at.naive_utc()
    };
    (1..365)
        .map(|day| at + day * 86_400)
        .find(|&day| ahead(day) != ahead(at))
}

/// Tells whether the clock is set in these days; of a long time it is taken for granted.
fn is_set_within(zone: Tz, from: i64, to: i64) -> bool {
    let days = (to - from) / 86_400;
    days > 400
        || change_after(zone, from - 2 * 86_400).is_some_and(|change| change <= to + 2 * 86_400)
}

proptest! {
    #[test]
    fn a_second_reading_of_cron_agrees(text in schedules(), (zone, from) in moments()) {
        let Ok(schedule) = Schedule::parse(&text) else {
            // The date never comes.
            return Ok(());
        };
        let other = Cron::from_str(&text).expect("both read it");
        let ours = Fires::new(&text, zone.name()).unwrap();
        let start = Moment::from_timestamp(from, 0).unwrap();
        let mut ours = ours.iter(Timestamp::from_microseconds(from * 1_000_000));
        let mut others = other.iter_after(start.with_timezone(&zone));
        // The other one calls a job fixed that names one hour and one minute; for us it is enough that the hour does not
        // begin with a star. So several times a day are the same to both only where the clock is not set.
        let is_same_kind = schedule.hour_begins() == Begins::WithStar
            || schedule.hours().iter().count() == 1 && schedule.minutes().iter().count() == 1;
        let mut last = from;
        for _ in 0..4 {
            let our = ours.next().map(|at| at.microseconds() / 1_000_000);
            let theirs = others.next().map(|at| at.with_timezone(&Utc).timestamp());
            if !is_same_kind && our.max(theirs).is_none_or(|to| is_set_within(zone, last, to)) {
                break;
            }
            prop_assert_eq!(our, theirs, "{} {} {} {:?}", text, zone, start, schedule.hour_begins());
            last = our.unwrap_or(last);
        }
    }

    #[test]
    fn a_walk_from_minute_to_minute_agrees(
        minute in field(0, 59), hour in 1_u32..=4, days in field(0, 6), (zone, from) in moments(),
    ) {
        let hour = if hour == 1 { "*".to_owned() } else { format!("*/{hour}") };
        let text = format!("{minute} {hour} * * {days}");
        let schedule = Schedule::parse(&text).unwrap();
        // Until 1972 its clock was half a minute beside all minutes.
        prop_assume!(zone != Tz::Africa__Monrovia);
        prop_assert_eq!(schedule.hour_begins(), Begins::WithStar);
        let start = Moment::from_timestamp(from, 0).unwrap();
        let end = from + 86_400;
        let ours: Vec<i64> = Fires::new(&text, zone.name())
            .unwrap()
            .iter(Timestamp::from_microseconds(from * 1_000_000))
            .map(|at| at.microseconds() / 1_000_000)
            .take_while(|&at| at <= end)
            .collect();
        let walked = walked(&schedule, zone, start, (end / 60) - from.div_euclid(60));
        let walked: Vec<i64> = walked.into_iter().map(|at| at.timestamp()).collect();
        let differ = ours.iter().zip(&walked).find(|(our, walked)| our != walked);
        prop_assert!(differ.is_none(), "{text} {zone} {start}: {differ:?}");
        prop_assert_eq!(ours.len(), walked.len(), "{} {} {}", text, zone, start);
    }
}

/// None is lost and none comes twice, whatever the clock does.
#[test]
fn every_minute_is_every_minute() {
    for zone in ZONES {
        let fires = Fires::new("* * * * *", zone.name()).unwrap();
        let from = 1_767_225_600;
        let change = change_after(zone, from).unwrap_or(from) / 60 - 24 * 60;
        let start = Timestamp::from_microseconds(change * 60_000_000);
        let minutes = (1..).map(|minute| start.microseconds() + minute * 60_000_000);
        let even = fires.iter(start).map(Timestamp::microseconds).zip(minutes);
        assert!(even.take(1_500).all(|(at, minute)| at == minute), "{zone}");
    }
}
