//! The arguments of a tool.

use super::owner::Owner;
use super::references::Scope;
use super::values::mismatch;
use crate::draft::{Data, Place, Value};
use crate::field::Field;
use crate::problem::{Problem, shorten};
use crate::template::{Source, Template};

/// The way out where no placeholder is filled.
const CLOSURE: &str = "give `args` as a closure: `|log: String| json!({ \"text\": log })`";

/// Checks that what stands inside `json!` is an object whose names can be known.
pub(super) fn check(owner: &Owner<'_>, field: &Field, inside: &Value, problems: &mut Vec<Problem>) {
    let Data::Object(entries) = &inside.data else {
        if inside.data != Data::Reported {
            problems.push(mismatch(owner, field, inside));
        }
        return;
    };
    let mut seen: Vec<(&str, Place)> = Vec::new();
    for (name, _) in entries {
        let subject = || format!("`args` of {}", owner.describe());
        let Data::Text(text) = &name.data else {
            let what = format!("a name in {} is no string literal", subject());
            problems.push(Problem::new(name.place, what).help(CLOSURE));
            continue;
        };
        let (template, _) = Template::parse_leniently(text);
        if let Some(&(_, first)) = seen.iter().find(|(other, _)| other == text) {
            let what = format!("{} sets `{}` twice", subject(), shorten(text));
            problems.push(
                Problem::new(name.place, what)
                    .note_at("first set at", first)
                    .help("remove one of them"),
            );
        } else if let Some(placeholder) = template.placeholders().next() {
            let what = format!("a name in {} takes no placeholders", subject());
            problems.push(
                Problem::new(name.place, what)
                    .within(&placeholder.written, placeholder.range.start)
                    .help(CLOSURE),
            );
        }
        seen.push((text, name.place));
    }
}

/// Returns the values that are templates: strings that are an argument of their own.
pub(super) fn templates(inside: &Value) -> impl Iterator<Item = (Place, &str)> {
    entries(inside).filter_map(|(_, value)| match &value.data {
        Data::Text(text) => Some((value.place, text.as_str())),
        _ => None,
    })
}

/// Finds strings further inside that were meant to be filled.
pub(super) fn nested(inside: &Value, scope: &Scope<'_>, problems: &mut Vec<Problem>) {
    for (_, value) in entries(inside) {
        if !matches!(value.data, Data::Text(_)) {
            walk(value, scope, problems);
        }
    }
}

fn entries(inside: &Value) -> impl Iterator<Item = &(Value, Value)> {
    match &inside.data {
        Data::Object(entries) => entries.as_slice(),
        _ => &[],
    }
    .iter()
}

fn walk(value: &Value, scope: &Scope<'_>, problems: &mut Vec<Problem>) {
    match &value.data {
        Data::Text(text) => problems.extend(meant(value.place, text, scope)),
        Data::List(values) => values.iter().for_each(|value| walk(value, scope, problems)),
        Data::Object(entries) => {
            for (name, value) in entries {
                walk(name, scope, problems);
                walk(value, scope, problems);
            }
        }
        _ => {}
    }
}

fn meant(place: Place, text: &str, scope: &Scope<'_>) -> Option<Problem> {
    let (template, _) = Template::parse_leniently(text);
    // Braces of other languages look like placeholders of no step.
    let placeholder = template
        .placeholders()
        .find(|placeholder| match &placeholder.source {
            Source::Step(name) => scope.is_step(name),
            _ => true,
        })?;
    let written = shorten(&placeholder.written);
    Some(
        Problem::new(
            place,
            format!("`{written}` stands too deep in `args` to be filled"),
        )
        .within(&placeholder.written, placeholder.range.start)
        .help(CLOSURE),
    )
}
