//! Secrets, and the addresses that they are sent to.

use super::owner::Owner;
use super::values::{bad_variable, check_plain, mismatch};
use crate::draft::{Data, Place, Value};
use crate::field::Field;
use crate::name;
use crate::problem::Problem;
use crate::url;

/// Checks what is given for a secret. What it is never stands in the message.
pub(super) fn check(owner: &Owner<'_>, field: &Field, value: &Value) -> Option<Problem> {
    let subject = format!("`{}` of {}", field.word, owner.describe());
    match &value.data {
        Data::FromEnvironment(source) if name::is_variable_name(source) => None,
        Data::FromEnvironment(source) => Some(bad_variable(value.place, source)),
        Data::Plaintext(text) if text.trim().is_empty() => {
            Some(Problem::new(value.place, format!("{subject} is empty")))
        }
        Data::Plaintext(_) | Data::Reported => None,
        Data::Text(_) => Some(literal(value.place, &subject, field.default)),
        _ => Some(mismatch(owner, field, value)),
    }
}

/// Says that a secret stands in the source.
pub(super) fn literal(place: Place, subject: &str, default: &str) -> Problem {
    let variable = default.split('`').nth(1).unwrap_or("NAME");
    Problem::new(place, format!("{subject} is a secret in the source"))
        .note("`plaintext(\"..\")` says that it is none")
        .help(format!("write `from_env(\"{variable}\")`"))
}

/// Checks the address of a server: no template, and a URL.
pub(super) fn check_url(
    owner: &Owner<'_>,
    word: &str,
    text: &str,
    place: Place,
) -> Option<Problem> {
    let mut problems = Vec::new();
    check_plain(owner, word, text, place, &mut problems);
    let is_plain = problems.is_empty();
    let mistake = url::check(text).err().filter(|_| is_plain);
    problems.extend(mistake.map(|mistake| mistake.problem(place)));
    problems.pop()
}
