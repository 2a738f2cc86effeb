//! Headers that are sent to a server.

use super::owner::Owner;
use super::secret;
use super::values::{bad_variable, check_plain, mismatch};
use crate::draft::{Data, Place, Value};
use crate::field::Field;
use crate::name;
use crate::problem::{Problem, shorten};

/// Headers whose value is a secret: those that HTTP and its users know as such.
const SECRET: &[&str] = &[
    "authorization",
    "proxy-authorization",
    "cookie",
    "x-api-key",
    "api-key",
    "x-auth-token",
];

/// Checks a list of names and values.
pub(super) fn check(
    owner: &Owner<'_>,
    field: &Field,
    pairs: &[Value],
    problems: &mut Vec<Problem>,
) {
    let mut seen: Vec<(String, Place)> = Vec::new();
    for pair in pairs {
        let Data::Pair(header, value) = &pair.data else {
            if pair.data != Data::Reported {
                problems.push(mismatch(owner, field, pair));
            }
            continue;
        };
        let mut known = String::new();
        match &header.data {
            Data::Text(text) => {
                known = text.to_ascii_lowercase();
                let first = seen.iter().find(|(other, _)| *other == known);
                problems.extend(check_name(
                    owner,
                    text,
                    header.place,
                    first.map(|seen| seen.1),
                ));
                seen.push((known.clone(), header.place));
            }
            Data::Reported => {}
            _ => problems.push(mismatch(owner, field, header)),
        }
        match &value.data {
            Data::Text(_) if SECRET.contains(&known.as_str()) => {
                let subject = format!("`{}` in `headers` of {}", shorten(&known), owner.describe());
                problems.push(secret::literal(value.place, &subject, ""));
            }
            Data::Text(text) => check_value(owner, text, value.place, problems),
            Data::FromEnvironment(source) if !name::is_variable_name(source) => {
                problems.push(bad_variable(value.place, source));
            }
            Data::FromEnvironment(_) | Data::Plaintext(_) | Data::Reported => {}
            _ => problems.push(mismatch(owner, field, value)),
        }
    }
}

fn check_name(
    owner: &Owner<'_>,
    text: &str,
    place: Place,
    first: Option<Place>,
) -> Option<Problem> {
    let shown = shorten(&text.escape_debug().to_string());
    if let Some(first) = first {
        let what = format!("`headers` of {} sets `{shown}` twice", owner.describe());
        return Some(
            Problem::new(place, what)
                .note_at("first set at", first)
                .help("remove one of them"),
        );
    }
    (!name::is_header_name(text)).then(|| {
        Problem::new(place, format!("`{shown}` is no header name"))
            .note("a name is made of letters, digits and `-`")
    })
}

fn check_value(owner: &Owner<'_>, text: &str, place: Place, problems: &mut Vec<Problem>) {
    if text.chars().any(|c| c.is_control() && c != '\t') {
        let what = format!(
            "a value in `headers` of {} holds a line break",
            owner.describe()
        );
        problems.push(Problem::new(place, what).note("a header is one line"));
    } else if !text.is_empty() {
        check_plain(owner, "headers", text, place, problems);
    }
}
