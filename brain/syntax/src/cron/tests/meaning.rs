use super::super::{Begins, Days, Schedule, Values};

fn parse(text: &str) -> Schedule {
    Schedule::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn list(values: Values) -> Vec<u8> {
    values.iter().collect()
}

#[test]
fn each_field_has_its_values() {
    let schedule = parse("*/20 8-11 1,15 jan-MAR,Dec Mon-Fri/2");
    assert_eq!(list(schedule.minutes()), [0, 20, 40]);
    assert_eq!(list(schedule.hours()), [8, 9, 10, 11]);
    assert_eq!(list(schedule.days_of_month()), [1, 15]);
    assert_eq!(list(schedule.months()), [1, 2, 3, 12]);
    assert_eq!(list(schedule.days_of_week()), [1, 3, 5]);

    let all = parse("* * * * *");
    assert_eq!(list(all.minutes()), (0..=59).collect::<Vec<_>>());
    assert_eq!(list(all.hours()), (0..=23).collect::<Vec<_>>());
    assert_eq!(list(all.days_of_month()), (1..=31).collect::<Vec<_>>());
    assert_eq!(list(all.months()), (1..=12).collect::<Vec<_>>());
    assert_eq!(list(all.days_of_week()), (0..=6).collect::<Vec<_>>());
}

#[test]
fn sunday_has_two_numbers_and_a_name() {
    for (text, days) in [
        ("0", &[0][..]),
        ("7", &[0]),
        ("Sun", &[0]),
        ("0-7", &[0, 1, 2, 3, 4, 5, 6]),
        ("5-7", &[0, 5, 6]),
        ("7-7", &[0]),
        ("1-7/2", &[0, 1, 3, 5]),
        ("*/2", &[0, 2, 4, 6]),
        ("*/7", &[0]),
        ("sun-sat", &[0, 1, 2, 3, 4, 5, 6]),
        ("0,7,SUN", &[0]),
    ] {
        let schedule = parse(&format!("0 0 * * {text}"));
        assert_eq!(list(schedule.days_of_week()), days, "{text}");
    }
}

#[test]
fn blanks_and_zeros_do_not_matter() {
    let plain = parse("5 4 * * *");
    for text in [
        "05 04 * * *",
        "  5\t4 \t* * *  ",
        "\n5 4 * * *\r\n",
        "005 4 * * *",
    ] {
        assert_eq!(parse(text), plain, "{text:?}");
    }
}

#[test]
fn words_stand_for_five_fields() {
    for (word, fields) in [
        ("@yearly", "0 0 1 1 *"),
        ("@annually", "0 0 1 1 *"),
        ("@monthly", "0 0 1 * *"),
        ("@weekly", "0 0 * * 0"),
        ("@daily", "0 0 * * *"),
        ("@midnight", "0 0 * * *"),
        (" @hourly ", "0 * * * *"),
    ] {
        assert_eq!(parse(word), parse(fields), "{word}");
    }
}

#[test]
fn a_star_at_the_beginning_is_remembered() {
    for (text, days) in [
        ("0 0 13 * 5", Days::Either),
        ("0 0 1-31 * 5", Days::Either),
        ("0 0 13 * 0-7", Days::Either),
        ("0 0 1,*/2 * 5", Days::Either),
        ("0 0 * * 5", Days::Both),
        ("0 0 13 * *", Days::Both),
        ("0 0 */2 * 5", Days::Both),
        ("0 0 13 * */2", Days::Both),
        ("0 0 *,1 * 5", Days::Both),
    ] {
        assert_eq!(parse(text).days(), days, "{text}");
    }
    for (hour, begins) in [
        ("*", Begins::WithStar),
        ("*/2", Begins::WithStar),
        ("0-23", Begins::WithValue),
        ("2", Begins::WithValue),
    ] {
        let schedule = parse(&format!("30 {hour} * * *"));
        assert_eq!(schedule.hour_begins(), begins, "{hour}");
    }
}

#[test]
fn has_one_canonical_text() {
    for (text, canonical) in [
        ("@weekly", "0 0 * * 0"),
        (" 00 6  *\t* MON-FRI", "0 6 * * 1-5"),
        ("5,1,2,3,9,8 0-23 * * *", "1-3,5,8,9 0-23 * * *"),
        ("0-59/15 */1 * * *", "0,15,30,45 * * * *"),
        ("*/5,7 *,3 1 JAN,dec 7", "*/5,7 * 1 1,12 0"),
        ("*/60 */24 */31 */12 */7", "*/60 */24 */31 */12 */7"),
        // `*/2` and `*/3` together begin with the finer of the two.
        ("*/3,*/2 0 * * *", "*/2,3,9,15,21,27,33,39,45,51,57 0 * * *"),
    ] {
        assert_eq!(parse(text).to_string(), canonical, "{text}");
        assert_eq!(parse(canonical), parse(text), "{text}");
    }
}

#[test]
fn what_may_come_once_in_years_is_no_mistake() {
    for text in [
        "0 0 29 2 *",
        "0 0 29 2 */7",
        "0 0 31 1,2 *",
        "0 0 31 * *",
        "0 0 30-31 2-3 *",
        // Either field is enough, so it fires on each Monday of February.
        "0 0 30 2 MON",
        "0 0 31 4,6,9,11 0-6",
    ] {
        assert!(Schedule::parse(text).is_ok(), "{text}");
    }
}
