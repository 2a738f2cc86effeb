//! Rules of one kind of step that tie several of its fields together.

use super::extra;
use crate::draft::{Data, StepDraft, TypeDraft};
use crate::field::Kind;
use crate::problem::Problem;

/// Checks the rules of the step's kind.
pub(super) fn check(kind: &Kind, step: &StepDraft, problems: &mut Vec<Problem>) {
    match step.kind.text.as_str() {
        "shell" => problems.extend(either(kind, step, "command", "argv")),
        "memory" | "memory_vault" => {
            problems.extend(either(kind, step, "query", "remember"));
            if step.field("query").is_none() && step.field("remember").is_some() {
                problems.extend(only_with_query(step));
            }
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

fn only_with_query(step: &StepDraft) -> impl Iterator<Item = Problem> {
    let fields = step.fields.iter();
    let stray =
        fields.filter(|field| matches!(field.word.text.as_str(), "limit" | "since" | "format"));
    stray.map(|field| {
        Problem::new(
            field.word.place,
            format!(
                "`{}` goes with `query`, and `{}` step `{}` has `remember`",
                field.word.text, step.kind.text, step.name.text
            ),
        )
        .help(format!("remove `{}`", field.word.text))
    })
}
