//! `keep`: which runs of a workflow stay in the store.

use super::fields;
use super::owner::Owner;
use super::values::mismatch;
use crate::draft::{Data, FieldDraft, Value, Word};
use crate::field::{Field, KEEP};
use crate::problem::Problem;

/// Checks `Keep { .. }`, which is what the field `field` of `owner` is given.
pub(super) fn check(
    owner: &Owner<'_>,
    field: &Field,
    value: &Value,
    (word, fields): (&Word, &[FieldDraft]),
    problems: &mut Vec<Problem>,
) {
    if word.text != "Keep" {
        problems.push(mismatch(owner, field, value));
        return;
    }
    if fields.is_empty() {
        problems.push(
            Problem::new(word.place, "`Keep` has no fields")
                .help("say how many runs are kept: `Keep { runs: 200 }`"),
        );
    }
    fields::check(&Owner::Group(word), fields, KEEP.iter(), problems);
    problems.extend(check_failures(fields));
}

/// Runs without success are what one comes back for: they cannot go first.
fn check_failures(fields: &[FieldDraft]) -> Option<Problem> {
    let find = |word: &str| fields.iter().find(|field| field.word.text == word);
    let (failures, age) = (find("failures")?, find("age")?);
    match (&failures.value.data, &age.value.data) {
        (Data::Duration(short), Data::Duration(long)) if short < long => Some(
            Problem::new(failures.value.place, FAILURES_FIRST)
                .note_at("`age` stands at", age.word.place)
                .help("give `failures` as much time as `age`, or more"),
        ),
        _ => None,
    }
}

/// What is said where runs without success would go before the others.
pub const FAILURES_FIRST: &str = "`failures` of `Keep` is shorter than `age`";
