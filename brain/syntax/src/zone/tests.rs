use proptest::prelude::*;

use super::*;
use crate::draft::Place;

fn told(text: &str) -> String {
    let error = check(text).expect_err(text);
    assert!(text.get(error.range.clone()).is_some(), "{text}");
    error
        .problem(Place(0))
        .lines(|_, _| "1:2".to_owned())
        .join("\n")
}

#[test]
fn the_names_are_those_of_the_engine() {
    let mut engine: Vec<&str> = chrono_tz::TZ_VARIANTS
        .iter()
        .map(|zone| zone.name())
        .collect();
    engine.sort_unstable();
    assert_eq!(names().collect::<Vec<_>>(), engine);
    assert!(names().all(|name| name.len() <= NEAR && name.parse::<chrono_tz::Tz>().is_ok()));
}

#[test]
fn takes_names_as_they_are() {
    for name in names() {
        assert_eq!(check(name), Ok(name));
    }
    for name in [
        "UTC",
        "Europe/Bucharest",
        "America/Argentina/Buenos_Aires",
        "EST",
        "CET",
        "Etc/GMT-2",
        "Zulu",
        "GMT+0",
    ] {
        assert_eq!(check(name), Ok(name));
    }
}

#[test]
fn finds_the_name_that_was_meant() {
    for (text, name) in [
        ("utc", "UTC"),
        ("Z", "UTC"),
        (" UTC", "UTC"),
        ("europe/bucharest", "Europe/Bucharest"),
        ("Europe/Bucharest ", "Europe/Bucharest"),
        ("America/New York", "America/New_York"),
        ("New York", "America/New_York"),
        ("bucharest", "Europe/Bucharest"),
        ("est", "EST"),
    ] {
        let shown = text.escape_debug();
        let expected = format!("`{shown}` is no time zone\nat 1:2\nhelp: write `{name}`");
        assert_eq!(told(text), expected);
    }
    for (text, name) in [
        ("Europe/Bukarest", "Europe/Bucharest"),
        ("Europe/Bucarest", "Europe/Bucharest"),
        ("America/Port-au-Princ", "America/Port-au-Prince"),
        ("Amercia/New York", "America/New_York"),
        ("Asia/Calcuta", "Asia/Calcutta"),
    ] {
        let expected =
            format!("`{text}` is no time zone\nat 1:2\nhelp: a similar name exists: `{name}`");
        assert_eq!(told(text), expected);
    }
}

#[test]
fn refuses_the_rest_with_a_way_out() {
    for (text, expected) in [
        ("", "the time zone is empty\nat 1:2\nhelp: write `UTC`"),
        (
            "+02:00",
            "`+02:00` is an offset, not a time zone\nat 1:2\n\
             help: name a place such as `Europe/Bucharest`; this offset all year is `Etc/GMT-2`",
        ),
        (
            "UTC-5",
            "`UTC-5` is an offset, not a time zone\nat 1:2\n\
             help: name a place such as `Europe/Bucharest`; this offset all year is `Etc/GMT+5`",
        ),
        (
            "GMT+5",
            "`GMT+5` is an offset, not a time zone\nat 1:2\n\
             help: name a place such as `Europe/Bucharest`; this offset all year is `Etc/GMT-5`",
        ),
        (
            "+05:30",
            "`+05:30` is an offset, not a time zone\nat 1:2\n\
             help: name a place such as `Asia/Kolkata`",
        ),
        (
            "PST",
            "`PST` is no time zone\nat 1:2\n\
             note: most abbreviations mean several zones, or one half of the year\n\
             help: name a place such as `America/New_York`",
        ),
        (
            "Middle-earth/Bree",
            "`Middle-earth/Bree` is no time zone\nat 1:2\n\
             note: zones have the names of the IANA database\n\
             help: name a place such as `Europe/Bucharest`, or write `UTC`",
        ),
    ] {
        assert_eq!(told(text), expected);
    }
}

#[test]
fn each_whole_offset_that_is_offered_exists() {
    for hours in -12..=14 {
        let text = format!("{hours:+}");
        let zone = offset::read(&text).unwrap().zone().unwrap();
        assert!(check(&zone).is_ok(), "{zone}");
    }
    for text in ["-13", "+15", "+00:30"] {
        assert_eq!(offset::read(text).unwrap().zone(), None, "{text}");
    }
}

proptest! {
    #[test]
    fn total(text in prop_oneof![any::<String>(), "[A-Za-z/_+: 0-9-]{0,50}"]) {
        match check(&text) {
            Ok(name) => prop_assert_eq!(name, text),
            Err(error) => {
                prop_assert!(text.get(error.range.clone()).is_some());
                prop_assert!(error.help.is_some());
                prop_assert!(!error.what.contains(char::is_control));
            }
        }
    }
}

#[test]
fn a_long_text_is_not_compared() {
    told(&"Europe/".repeat(200_000));
}
