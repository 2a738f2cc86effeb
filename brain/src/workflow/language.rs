//! The description of the language says what the table of fields says.

use brain_syntax::field::{EVERY_STEP, Field, KINDS, Takes};

const TEXT: &str = include_str!("language.md");

/// Returns the rows of the table of fields as cells: word, what it takes, default.
fn rows() -> Vec<Vec<&'static str>> {
    let table = TEXT.lines().skip_while(|line| !line.starts_with("| field"));
    let table = table.skip(2).take_while(|line| line.starts_with('|'));
    table
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

#[test]
fn every_field_is_described_in_its_order() {
    let mut rows = rows().into_iter();
    let mut group = |title: &str, fields: &[Field]| {
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
    };
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
