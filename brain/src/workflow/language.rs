//! The description of the language says what the table of fields says.

use brain_syntax::field::{EVERY_STEP, Field, KEEP, KINDS, Takes, WORKFLOW};
use brain_syntax::trigger::{EVERY_TRIGGER, TRIGGERS};

const TEXT: &str = include_str!("language.md");

/// Returns the rows of a table as cells: word, what it takes, default.
fn rows(head: &str) -> Vec<Vec<&'static str>> {
    let table = TEXT.lines().skip_while(|line| !line.starts_with(head));
    let table = table.skip(2).take_while(|line| line.starts_with('|'));
    table
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

#[test]
fn every_field_of_a_workflow_is_described_in_its_order() {
    let mut rows = rows("| workflow").into_iter();
    matches(&mut rows, "**`Workflow`**", WORKFLOW);
    matches(&mut rows, "**`Keep`**", KEEP);
    assert_eq!(rows.next(), None);
}

#[test]
fn every_field_is_described_in_its_order() {
    let mut rows = rows("| field").into_iter();
    let mut group = |title: &str, fields: &[Field]| matches(&mut rows, title, fields);
    group("**every step**", EVERY_STEP);
    for kind in KINDS {
        let timeout = group(&format!("**`{}`**", kind.word), kind.fields);
        let expected = kind.timeout.map_or_else(
            || "no limit".to_owned(),
            |timeout| format!("{} s", timeout.as_secs()),
        );
        assert_eq!(timeout, expected, "{}", kind.word);
    }
    assert_eq!(rows.next(), None);
}

#[test]
fn every_field_of_a_trigger_is_described_in_its_order() {
    let mut rows = rows("| trigger").into_iter();
    matches(&mut rows, "**every trigger**", EVERY_TRIGGER);
    for kind in TRIGGERS {
        let overlap = matches(&mut rows, &format!("**`{}`**", kind.word), kind.fields);
        assert_eq!(overlap, format!("`{}`", kind.overlap), "{}", kind.word);
    }
    assert_eq!(rows.next(), None);
}

/// Holds the next rows to some fields; returns what their heading says of a default.
fn matches(
    rows: &mut impl Iterator<Item = Vec<&'static str>>,
    title: &str,
    fields: &[Field],
) -> String {
    let heading = rows.next().unwrap();
    assert_eq!(heading[0], title);
    for field in fields {
        let row = rows.next().unwrap();
        assert_eq!(row[0], format!("`{}`", field.word), "{title}");
        let default = match field.default {
            "" => "required",
            default => default,
        };
        assert_eq!(row[2], default, "{title} {}", field.word);
        if let Takes::Integer { least, most } = field.takes {
            assert!(row[1].ends_with(&format!("in {least}..={most}")), "{row:?}");
        }
    }
    heading[2].to_owned()
}
