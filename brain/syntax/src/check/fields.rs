//! Fields: known, given once, and complete.

use super::owner::Owner;
use super::values;
use crate::draft::FieldDraft;
use crate::field::{Field, Need, Takes};
use crate::problem::Problem;
use crate::suggest;

/// Checks `fields` against the table `known`.
pub(super) fn check<'a>(
    owner: &Owner<'_>,
    fields: &[FieldDraft],
    known: impl Iterator<Item = &'a Field> + Clone,
    problems: &mut Vec<Problem>,
) {
    for (index, field) in fields.iter().enumerate() {
        let word = field.word.text.as_str();
        let first = fields[..index].iter().find(|other| other.word.text == word);
        if let Some(first) = first {
            problems.push(
                Problem::new(
                    field.word.place,
                    format!("`{word}` is given twice in {}", owner.describe()),
                )
                .note_at("first given at", first.word.place)
                .help("remove one of them"),
            );
        } else if let Some(known) = known.clone().find(|known| known.word == word) {
            values::check(owner, known, &field.value, problems);
        } else {
            let words = known.clone().map(|known| known.word);
            let problem = Problem::new(
                field.word.place,
                format!("{} has no field `{word}`", owner.describe()),
            );
            let near = suggest::near(word, words.clone());
            problems.push(match (near, suggest::same(word, words.clone())) {
                _ if is_order(owner, word) => {
                    problem.note("steps run one after another, in the order of the list")
                }
                _ if matches!(owner, Owner::Workflow(_)) && is_trigger(word) => {
                    problem.help(format!("write `on: [ {} ]`", trigger_of(word)))
                }
                (_, Some(same)) => problem.help(format!("it is called `{same}` here")),
                (Some(near), None) => {
                    problem.help(format!("a field with a similar name exists: `{near}`"))
                }
                (None, None) => problem.note(format!("its fields are {}", suggest::list(words))),
            });
        }
    }
    // A field that does not exist was meant to be one that is missing: that is one mistake, not two.
    let mut all = fields.iter();
    if all.any(|field| !known.clone().any(|known| known.word == field.word.text)) {
        return;
    }
    for known in known {
        let is_given = fields.iter().any(|field| field.word.text == known.word)
            || (known.takes == Takes::Steps
                && matches!(owner, Owner::Workflow(draft) if draft.steps.is_some()));
        if known.need == Need::Required && !is_given {
            problems.push(
                Problem::new(
                    owner.place(),
                    format!("{} needs the field `{}`", owner.describe(), known.word),
                )
                .help(format!("add `{}: {}`", known.word, example(owner, known))),
            );
        }
    }
}

/// Tells whether a word says elsewhere which steps come before a step.
fn is_order(owner: &Owner<'_>, word: &str) -> bool {
    const WORDS: &[&str] = &["needs", "depends_on", "after", "requires", "dependencies"];
    matches!(owner, Owner::Step(_)) && WORDS.contains(&word)
}

/// Tells whether a word of a workflow was meant to be a trigger.
fn is_trigger(word: &str) -> bool {
    word == "schedule" || crate::trigger::TriggerKind::named(word).is_some()
}

fn trigger_of(word: &str) -> &'static str {
    match word {
        "webhook" => "webhook { name: \"issues\", secret: from_env(\"NAME\") }",
        "file" => "file { path: \"inbox\" }",
        _ => "cron { schedule: \"0 6 * * *\" }",
    }
}

fn example(owner: &Owner<'_>, field: &Field) -> &'static str {
    match field.takes {
        Takes::Steps => "[ log = shell { command: \"git log\" } ]",
        Takes::Body => "|log: String| log.len()",
        Takes::Secret => "from_env(\"NAME\")",
        _ if field.word == "path" => "\"inbox\"",
        _ if field.word == "schedule" => "\"0 6 * * *\"",
        _ if field.word == "name" && matches!(owner, Owner::Trigger(_)) => "\"issues\"",
        _ if field.word == "name" => "\"nightly-digest\"",
        _ => "\"..\"",
    }
}
