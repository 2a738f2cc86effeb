//! Lists of texts and lists of words.

use glob::Pattern;

use super::owner::Owner;
use super::values::{check_choice, check_plain, mismatch};
use crate::draft::{Data, Place, Value};
use crate::field::{Field, Takes};
use crate::problem::{Problem, shorten};

/// Checks a list of texts that are used as written.
pub(super) fn check_texts(
    owner: &Owner<'_>,
    field: &Field,
    (place, values): (Place, &[Value]),
    problems: &mut Vec<Problem>,
) {
    if values.is_empty() {
        problems.push(empty(owner, field, place));
    }
    for value in values {
        match &value.data {
            Data::Text(text) => {
                check_plain(owner, field.word, text, value.place, problems);
                if field.takes == Takes::Globs {
                    problems.extend(check_glob(owner, field, text, value.place));
                }
            }
            Data::Reported => {}
            _ => problems.push(mismatch(owner, field, value)),
        }
    }
}

/// Checks a pattern of file names, by the crate that matches with it.
fn check_glob(owner: &Owner<'_>, field: &Field, text: &str, place: Place) -> Option<Problem> {
    let error = Pattern::new(text).err()?;
    let offset = text
        .char_indices()
        .nth(error.pos)
        .map_or(text.len(), |(at, _)| at);
    let what = format!(
        "a pattern in `{}` of {} is none",
        field.word,
        owner.describe()
    );
    let note = match error.msg {
        "invalid range pattern" => "`[` begins a set of characters, which `]` ends",
        "recursive wildcards must form a single path component" => {
            "`**` stands for folders, alone between two `/`"
        }
        _ => "`*` stands for a part of a name, `**` for folders; three are nothing",
    };
    Some(
        Problem::new(place, what)
            .within(&shorten(text), offset)
            .note(note)
            .help("for a `*`, `?` or `[` that is part of a name, write `[*]`, `[?]` or `[[]`"),
    )
}

/// Checks a list of some of `words`.
pub(super) fn check_words(
    owner: &Owner<'_>,
    field: &Field,
    words: &[&'static str],
    (place, values): (Place, &[Value]),
    problems: &mut Vec<Problem>,
) {
    if values.is_empty() {
        problems.push(empty(owner, field, place));
    }
    let mut seen: Vec<(&str, Place)> = Vec::new();
    for value in values {
        let Data::Choice(word) = &value.data else {
            if value.data != Data::Reported {
                problems.push(mismatch(owner, field, value));
            }
            continue;
        };
        let first = seen.iter().find(|(other, _)| other == word);
        if let Some(&(_, first)) = first {
            let what = format!(
                "`{}` of {} names `{word}` twice",
                field.word,
                owner.describe()
            );
            problems.push(
                Problem::new(value.place, what)
                    .note_at("first named at", first)
                    .help("remove one of them"),
            );
        } else {
            problems.extend(check_choice(owner, field.word, value.place, (word, words)));
        }
        seen.push((word, value.place));
    }
}

fn empty(owner: &Owner<'_>, field: &Field, place: Place) -> Problem {
    let what = format!("`{}` of {} is empty", field.word, owner.describe());
    Problem::new(place, what).help(format!("remove `{}`, or name something", field.word))
}
