//! What a field belongs to, for messages.

use crate::draft::{Data, Draft, Place, StepDraft, TriggerDraft, Word};
use crate::problem::shorten;

/// What has the fields.
pub(super) enum Owner<'a> {
    /// The workflow.
    Workflow(&'a Draft),
    /// A step of a known kind.
    Step(&'a StepDraft),
    /// A trigger of a known kind.
    Trigger(&'a TriggerDraft),
    /// A word with fields.
    Group(&'a Word),
}

impl Owner<'_> {
    /// Returns where it begins.
    pub(super) fn place(&self) -> Place {
        match self {
            Self::Workflow(draft) => draft.place,
            Self::Step(step) => step.kind.place,
            Self::Trigger(trigger) => trigger.kind.place,
            Self::Group(word) => word.place,
        }
    }

    /// Names it, as the subject of a sentence.
    pub(super) fn describe(&self) -> String {
        match self {
            Self::Workflow(_) => "`Workflow`".to_owned(),
            Self::Step(step) => format!("`{}` step `{}`", step.kind.text, step.name.text),
            Self::Trigger(trigger) => describe_trigger(trigger),
            Self::Group(word) => format!("`{}`", word.text),
        }
    }
}

/// Names a trigger: by its name, if it has one.
fn describe_trigger(trigger: &TriggerDraft) -> String {
    let kind = &trigger.kind.text;
    match trigger.field("name").map(|field| &field.value.data) {
        Some(Data::Text(name)) => {
            format!(
                "`{kind}` trigger `{}`",
                shorten(&name.escape_debug().to_string())
            )
        }
        _ => format!("`{kind}` trigger"),
    }
}
