//! Triggers: kinds that exist, fields of theirs, names, and what a trigger reads of itself.

use std::collections::HashMap;

use super::fields;
use super::names::shown;
use super::owner::Owner;
use super::references::{Scope, Steps};
use super::templates;
use crate::draft::{ClosureDraft, Data, Draft, FieldDraft, Mode, Place, TriggerDraft, Word};
use crate::name;
use crate::problem::Problem;
use crate::suggest;
use crate::trigger::{TRIGGERS, TriggerKind, default_name};

/// Checks every trigger of a workflow.
pub(super) fn check(draft: &Draft, steps: &Steps<'_>, problems: &mut Vec<Problem>) {
    let triggers = draft.triggers.as_deref().unwrap_or_default();
    for trigger in triggers {
        let Some(kind) = TriggerKind::named(&trigger.kind.text) else {
            problems.push(no_kind(&trigger.kind));
            continue;
        };
        let owner = Owner::Trigger(trigger);
        fields::check(&owner, &trigger.fields, kind.fields(), problems);
        if let Some(field) = trigger.field("name") {
            problems.extend(check_name(&owner, field));
        }
        if let Some(field) = trigger.field("filter")
            && let Data::Closure(closure) = &field.value.data
        {
            problems.extend(check_filter(&owner, field.value.place, closure));
        }
        let scope = Scope::of_trigger(draft, steps, trigger);
        if let Some(field) = trigger.field("key") {
            templates::check_key(field, &scope, problems);
        }
    }
    check_twice(triggers, problems);
}

fn no_kind(kind: &Word) -> Problem {
    let words = TRIGGERS.iter().map(|kind| kind.word);
    let problem = Problem::new(kind.place, format!("no trigger kind `{}`", kind.text));
    let near = suggest::near(&kind.text, words.clone());
    if crate::field::Kind::named(&kind.text).is_some() {
        let what = format!("`{}` is a kind of step, and not of trigger", kind.text);
        return Problem::new(kind.place, what).help("move it to `steps: [ .. ]`");
    }
    match (near, suggest::same(&kind.text, words.clone())) {
        _ if kind.text == "manual" => problem.help("remove it: every workflow can be run by hand"),
        (_, Some(same)) => problem.help(format!("it is called `{same}` here")),
        (Some(near), None) => problem.help(format!("a kind with a similar name exists: `{near}`")),
        (None, None) => problem.note(format!("trigger kinds are {}", suggest::list(words))),
    }
}

fn check_name(owner: &Owner<'_>, field: &FieldDraft) -> Option<Problem> {
    let Data::Text(text) = &field.value.data else {
        return None;
    };
    if name::is_workflow_name(text) {
        return None;
    }
    let place = field.value.place;
    if text.trim().is_empty() {
        // Without its name, which is none.
        let Owner::Trigger(trigger) = owner else {
            return None;
        };
        let what = format!("`name` of `{}` trigger is empty", trigger.kind.text);
        return Some(Problem::new(place, what));
    }
    let most = name::WORKFLOW_NAME_MAX;
    Some(
        Problem::new(place, format!("`{}` cannot name a trigger", shown(text))).note(format!(
            "a name is made of ASCII letters, digits, `-`, `_` and `.`, begins with a letter or a digit, and has {most} bytes or fewer"
        )),
    )
}

fn check_filter(owner: &Owner<'_>, place: Place, closure: &ClosureDraft) -> Option<Problem> {
    let owner = owner.describe();
    if closure.mode == Mode::Async {
        let what = format!("`filter` of {owner} cannot be `async`");
        return Some(Problem::new(place, what).help("decide by `when` of a step instead"));
    }
    (closure.parameters.len() != 1).then(|| {
        let what = format!("`filter` of {owner} takes one parameter, the trigger");
        Problem::new(place, what).help("write `|trigger: &Trigger| ..`")
    })
}

/// No two triggers may have one name, whether it was given or not.
fn check_twice(triggers: &[TriggerDraft], problems: &mut Vec<Problem>) {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let mut first: HashMap<String, Place> = HashMap::new();
    for trigger in triggers {
        let kind = trigger.kind.text.as_str();
        let count = counts.entry(kind).or_default();
        *count += 1;
        let (name, place) = match trigger.field("name").map(|field| &field.value) {
            Some(value) => match &value.data {
                Data::Text(text) => (text.clone(), value.place),
                _ => continue,
            },
            None => (default_name(kind, *count), trigger.kind.place),
        };
        if let Some(&place_of_first) = first.get(&name) {
            problems.push(
                Problem::new(
                    place,
                    format!("trigger `{}` is defined twice", shown(&name)),
                )
                .note_at("first defined at", place_of_first)
                .help("give one of them another name"),
            );
        } else {
            first.insert(name, place);
        }
    }
}
