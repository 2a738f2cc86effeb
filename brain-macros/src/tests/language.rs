//! The table that the builder is held to as well.

use super::messages;

struct Case {
    name: &'static str,
    source: &'static str,
    says: &'static [&'static [&'static str]],
}

macro_rules! table {
    ($($name:ident { $($workflow:tt)* } { $($builder:tt)* } [$([$($line:literal),*],)*])*) => {
        const CASES: &[Case] = &[$(Case {
            name: stringify!($name),
            source: stringify!($($workflow)*),
            says: &[$(&[$($line),*]),*],
        }),*];
    };
}

include!("../../../tests/tests/language/table.rs");

/// Keeps of a message what does not depend on where it stands.
fn words(lines: &[String]) -> Vec<String> {
    let lines = lines.iter().enumerate();
    lines
        .filter(|(index, line)| {
            *index == 0 || line.starts_with("note: ") || line.starts_with("help: ")
        })
        .map(|(_, line)| match line.split_once(" at ") {
            Some((note, _)) if line.starts_with("note: ") => note.to_owned(),
            _ => line.clone(),
        })
        .collect()
}

#[test]
fn the_macro_speaks_as_the_table() {
    for case in CASES {
        let said: Vec<Vec<String>> = messages(case.source)
            .iter()
            .map(|lines| words(lines))
            .collect();
        assert_eq!(said, case.says, "{}", case.name);
    }
}
