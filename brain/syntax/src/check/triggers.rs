//! Triggers: kinds that exist, and fields of theirs.

use super::fields;
use super::owner::Owner;
use crate::draft::{Draft, Word};
use crate::problem::Problem;
use crate::suggest;
use crate::trigger::{TRIGGERS, TriggerKind};

/// Checks every trigger of a workflow.
pub(super) fn check(draft: &Draft, problems: &mut Vec<Problem>) {
    for trigger in draft.triggers.iter().flatten() {
        let Some(kind) = TriggerKind::named(&trigger.kind.text) else {
            problems.push(no_kind(&trigger.kind));
            continue;
        };
        let owner = Owner::Trigger(trigger);
        fields::check(&owner, &trigger.fields, kind.fields(), problems);
    }
}

fn no_kind(kind: &Word) -> Problem {
    let words = TRIGGERS.iter().map(|kind| kind.word);
    let problem = Problem::new(kind.place, format!("no trigger kind `{}`", kind.text));
    match suggest::near(&kind.text, words.clone()) {
        Some(near) => problem.help(format!("a kind with a similar name exists: `{near}`")),
        None => problem.note(format!("trigger kinds are {}", suggest::list(words))),
    }
}
