use std::time::Instant;

use proptest::prelude::*;

use super::super::Schedule;
use crate::draft::Place;

/// Whatever the text, it is a schedule that its own text says again, or has mistakes that stand in it.
fn holds(text: &str) -> Result<(), TestCaseError> {
    match Schedule::check(text) {
        Ok(schedule) => {
            let canonical = schedule.to_string();
            prop_assert_eq!(Schedule::parse(&canonical), Ok(schedule));
            let again = Schedule::parse(&canonical).unwrap().to_string();
            prop_assert_eq!(again, canonical);
        }
        Err(errors) => {
            prop_assert!(!errors.is_empty());
            for error in errors {
                prop_assert!(text.get(error.mistake.range.clone()).is_some());
                prop_assert!(error.field.is_none_or(|field| (1..=5).contains(&field)));
                prop_assert!(!error.to_string().contains(char::is_control));
                let lines = error.problem(Place(0)).lines(|_, _| String::new());
                prop_assert!(lines.iter().all(|line| !line.is_empty()));
            }
        }
    }
    Ok(())
}

/// A field that is right for most of them.
fn item() -> impl Strategy<Value = String> {
    prop_oneof![
        (0..32_u8).prop_map(|value| value.to_string()),
        (0..12_u8, 0..20_u8).prop_map(|(from, length)| format!("{from}-{}", from + length)),
        (1..8_u8, 0..6_u8, 1..4_u8)
            .prop_map(|(from, length, step)| format!("{from}-{}/{step}", from + length)),
        (1..12_u8).prop_map(|step| format!("*/{step}")),
        Just("*".to_owned()),
        proptest::sample::select(vec![
            "JAN", "dec", "Sun", "mon-fri", "FRI-MON", "?", "L", "5#2", "", "+1"
        ])
        .prop_map(str::to_owned),
    ]
}

fn field() -> impl Strategy<Value = String> {
    proptest::collection::vec(item(), 1..4).prop_map(|items| items.join(","))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn total_on_any_text(text in "\\PC*") {
        holds(&text)?;
    }

    #[test]
    fn total_on_bytes_of_all_kinds(text in any::<String>()) {
        holds(&text)?;
    }

    #[test]
    fn total_on_letters_of_schedules(text in "[@*/,0-9a-zA-Z?#~ \t\u{e9}\n+-]{0,30}") {
        holds(&text)?;
    }

    #[test]
    fn total_on_what_is_nearly_a_schedule(fields in proptest::collection::vec(field(), 4..8)) {
        holds(&fields.join(" "))?;
    }
}

#[test]
fn long_texts_take_time_in_proportion() {
    let texts = [
        "*,".repeat(500_000),
        "9".repeat(1_000_000),
        "* ".repeat(500_000),
        format!("* * * * {}", "MON,".repeat(250_000)),
        format!("* * * * {}", "x".repeat(1_000_000)),
        format!("@{}", "x".repeat(1_000_000)),
        "1-".repeat(500_000),
        format!("{} * * * *", "1/".repeat(500_000)),
    ];
    for text in texts {
        let start = Instant::now();
        drop(Schedule::check(&text));
        // A megabyte takes some 10 ms unoptimised; by the square of its length it would take hours.
        assert!(start.elapsed().as_secs() < 10, "{:?}", text.get(..20));
    }
}
