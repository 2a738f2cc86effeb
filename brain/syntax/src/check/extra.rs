//! What `extra` adds to a request: nothing that brain itself says in it.

use crate::draft::{Data, StepDraft, TypeDraft, Value};
use crate::problem::Problem;

/// Names of a request that the field beside them sets.
const SET_BY: &[(&str, &str)] = &[
    ("model", "model"),
    ("messages", "prompt"),
    ("max_tokens", "max_tokens"),
    ("max_completion_tokens", "max_tokens"),
    ("temperature", "temperature"),
];

/// Names of a request that brain sets by itself.
const OWN: &[&str] = &["stream", "stream_options"];

/// Checks the names in `extra`.
pub(super) fn check(step: &StepDraft, problems: &mut Vec<Problem>) {
    let Some(extra) = step.field("extra") else {
        return;
    };
    let Data::Json(inside) = &extra.value.data else {
        return;
    };
    if let Data::Object(entries) = &inside.data {
        let names = entries.iter().map(|(name, _)| name);
        problems.extend(names.filter_map(|name| check_name(step, name)));
    }
}

fn check_name(step: &StepDraft, name: &Value) -> Option<Problem> {
    let subject = format!("`extra` of `llm` step `{}`", step.name.text);
    let word = match &name.data {
        Data::Text(word) => word.as_str(),
        Data::Reported => return None,
        _ => {
            let what = format!("{subject} has a name that is no text in quotes");
            return Some(
                Problem::new(name.place, what).note("names are checked when the workflow is built"),
            );
        }
    };
    if let Some((_, field)) = SET_BY.iter().find(|(name, _)| *name == word) {
        let what = format!("{subject} sets `{word}`, which has a field");
        return Some(Problem::new(name.place, what).help(format!("use the field `{field}`")));
    }
    if OWN.contains(&word) {
        let what = format!("{subject} sets `{word}`, which brain sets itself");
        return Some(Problem::new(name.place, what).help("leave it out"));
    }
    let is_typed = step
        .field("output")
        .is_some_and(|output| output.value.data == Data::Type(TypeDraft::Json));
    (word == "response_format" && is_typed).then(|| {
        let what = format!("{subject} sets `{word}`, which `output` sets");
        Problem::new(name.place, what).help("remove one of them")
    })
}
