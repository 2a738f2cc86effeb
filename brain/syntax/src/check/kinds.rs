//! Rules of one kind of step that tie several of its fields together.

use super::{extra, schema};
use crate::draft::{Data, StepDraft, TypeDraft};
use crate::field::Kind;
use crate::problem::Problem;

/// Checks the rules of the step's kind.
pub(super) fn check(kind: &Kind, step: &StepDraft, problems: &mut Vec<Problem>) {
    match step.kind.text.as_str() {
        "shell" => problems.extend(either(kind, step, "command", "argv")),
        "memory" | "memory_vault" => {
            problems.extend(either(kind, step, "query", "remember"));
            let fields = &["limit", "since", "format"];
            problems.extend(only_with(step, "query", "remember", fields));
        }
        "mcp" => {
            problems.extend(either(kind, step, "server_command", "server_url"));
            problems.extend(only_with(
                step,
                "server_url",
                "server_command",
                &["headers"],
            ));
            problems.extend(only_with(
                step,
                "server_command",
                "server_url",
                &["env", "cwd"],
            ));
            schema::check(step, problems);
        }
        "llm" => {
            problems.extend(offline_json(step));
            extra::check(step, problems);
        }
        _ => {}
    }
}

/// The summariser writes text, which no type but `String` can be read from.
fn offline_json(step: &StepDraft) -> Option<Problem> {
    let output = step.field("output")?;
    let offline = step.field("offline")?;
    (output.value.data == Data::Type(TypeDraft::Json)).then(|| {
        let what = format!(
            "`offline` of `llm` step `{}` answers with text, and `output` wants JSON",
            step.name.text
        );
        Problem::new(offline.word.place, what)
            .note_at("its `output` stands at", output.word.place)
            .help("remove one of them")
    })
}

/// Exactly one of two fields must be there.
fn either(kind: &Kind, step: &StepDraft, one: &str, other: &str) -> Option<Problem> {
    let subject = format!("`{}` step `{}`", step.kind.text, step.name.text);
    match (step.field(one), step.field(other)) {
        (Some(first), Some(second)) => {
            let later = first.word.place.max(second.word.place);
            let what = format!("{subject} has both `{one}` and `{other}`");
            Some(Problem::new(later, what).help("remove one of them"))
        }
        (None, None) => {
            // A field that does not exist was meant to be one of them: that is one mistake, not two.
            let is_meant = step
                .fields
                .iter()
                .any(|field| !kind.fields().any(|known| known.word == field.word.text));
            let what = format!("{subject} needs the field `{one}` or `{other}`");
            (!is_meant)
                .then(|| Problem::new(step.kind.place, what).help(format!("add `{one}: \"..\"`")))
        }
        _ => None,
    }
}

/// Finds fields that mean something beside `one` only, in a step that has `other` instead.
fn only_with(
    step: &StepDraft,
    one: &str,
    other: &str,
    fields: &[&str],
) -> impl Iterator<Item = Problem> {
    let is_other = step.field(one).is_none() && step.field(other).is_some();
    let given = step.fields.iter().filter(move |_| is_other);
    let stray = given.filter(|field| fields.contains(&field.word.text.as_str()));
    stray.map(move |field| {
        Problem::new(
            field.word.place,
            format!(
                "`{}` goes with `{one}`, and `{}` step `{}` has `{other}`",
                field.word.text, step.kind.text, step.name.text
            ),
        )
        .help(format!("remove `{}`", field.word.text))
    })
}
