//! Texts that are no schedules, each with what is told of it. `refused.txt` has those that a line can show.

use super::super::Schedule;
use crate::draft::Place;

const TABLE: &str = include_str!("refused.txt");

fn told(text: &str) -> String {
    let errors = Schedule::check(text).expect_err(text);
    assert_eq!(Schedule::parse(text).as_ref(), Err(&errors[0]), "{text}");
    let lines = errors.iter().flat_map(|error| {
        let range = error.mistake.range.clone();
        assert!(text.get(range).is_some(), "{text}");
        let locate = |_, offset: Option<usize>| offset.unwrap_or_default().to_string();
        error.problem(Place(0)).lines(locate)
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn each_has_its_own_words() {
    let cases = TABLE.split("\n\n").filter(|case| !case.starts_with('#'));
    let mut count = 0;
    for case in cases {
        let case = case.trim_end_matches('\n');
        let (text, expected) = case.split_once('\n').expect(case);
        let text = text.strip_prefix("> ").expect(case);
        assert_eq!(told(text), expected, "{text}");
        count += 1;
    }
    assert_eq!(count, 77);
}

#[test]
fn what_is_not_seen_is_told() {
    let empty = "cron schedule is empty\nat 0\nhelp: every day at 06:00 is \"0 6 * * *\"";
    assert_eq!(told(""), empty);
    assert_eq!(told(" "), empty.replace("\nat 0", "\nat 1"));
    for (text, shown, at) in [
        ("0 6 * * *\n0 7 * * *", "\\n", 9),
        ("0\u{a0}6 * * *", "\\u{a0}", 1),
        ("0 6 * * *\0", "\\0", 9),
    ] {
        let expected = format!(
            "cron schedule holds the character `{shown}`\nat {at}\n\
             help: separate the five fields with spaces, in one line"
        );
        assert_eq!(told(text), expected);
    }
    let hidden = told("0 6 * * \u{202e}x");
    assert!(hidden.starts_with("cron day of week `\\u{202e}x` is neither"));
}
