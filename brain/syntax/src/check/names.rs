//! Names of workflows and steps.

use std::collections::HashMap;

use crate::draft::{Data, Draft, Place, StepDraft};
use crate::name;
use crate::problem::{Problem, shorten};
use crate::suggest;

/// What steps and environment variables can be called.
pub(super) const NAME: &str =
    "a name is made of ASCII letters, digits and `_`, and begins with no digit";

/// Checks the name of the workflow and that it has steps.
pub(super) fn check_workflow(draft: &Draft, problems: &mut Vec<Problem>) {
    let field = draft.fields.iter().find(|field| field.word.text == "name");
    if let Some(field) = field
        && let Data::Text(text) = &field.value.data
        && !name::is_workflow_name(text)
    {
        problems.push(bad_name(field.value.place, text));
    }
    if draft.steps.as_ref().is_some_and(Vec::is_empty) {
        problems.push(
            Problem::new(draft.place, "a workflow without steps does nothing")
                .help("add a step: `log = shell { command: \"git log\" }`"),
        );
    }
}

fn bad_name(place: Place, text: &str) -> Problem {
    if text.trim().is_empty() {
        return Problem::new(place, "`name` of `Workflow` is empty")
            .help("write `name: \"nightly-digest\"`");
    }
    let most = name::WORKFLOW_NAME_MAX;
    if text.len() > most {
        let what = format!("`name` of `Workflow` has {} bytes", text.len());
        return Problem::new(place, what).note(format!("a name has at most {most}"));
    }
    let what = format!("`{}` cannot name a workflow", shown(text));
    Problem::new(place, what)
        .note("a name is made of ASCII letters, digits, `-`, `_` and `.`, and begins with a letter or a digit")
}

/// Writes a text of any characters in one line.
pub(super) fn shown(text: &str) -> String {
    shorten(&text.escape_debug().to_string())
}

/// Checks the names of all steps.
pub(super) fn check_steps<'a>(
    steps: impl Iterator<Item = &'a StepDraft>,
    problems: &mut Vec<Problem>,
) {
    let mut first = HashMap::new();
    for step in steps {
        let word = &step.name;
        if let Some(&place) = first.get(word.text.as_str()) {
            problems.push(
                Problem::new(word.place, format!("step `{}` is defined twice", word.text))
                    .note_at("first defined at", place)
                    .help("give one of them another name"),
            );
            continue;
        }
        first.insert(word.text.as_str(), word.place);
        problems.extend(check_name(step));
    }
}

fn check_name(step: &StepDraft) -> Option<Problem> {
    let text = step.name.text.as_str();
    let place = step.name.place;
    if name::RESERVED.contains(&text) {
        let problem = Problem::new(place, format!("`{text}` cannot name a step"));
        return Some(problem.note(format!(
            "{} mean something in placeholders",
            suggest::list(name::RESERVED.iter().copied())
        )));
    }
    if name::is_keyword(text) {
        let what = format!("`{text}` is a word of Rust and cannot name a step");
        return Some(Problem::new(place, what).help(format!("write `{text}_`")));
    }
    if !name::is_step_name(text) {
        let what = format!("`{}` cannot name a step", shown(text));
        let problem = Problem::new(place, what);
        return Some(match name::mended(text) {
            Some(mended) => problem.help(format!("write `{mended}`")),
            None if text == "_" => problem.note("other steps could not read it"),
            None => problem.note(NAME),
        });
    }
    None
}
