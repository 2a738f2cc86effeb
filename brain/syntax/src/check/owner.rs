//! What a field belongs to, for messages.

use crate::draft::{Draft, Place, StepDraft};

/// What has the fields.
pub(super) enum Owner<'a> {
    /// The workflow.
    Workflow(&'a Draft),
    /// A step of a known kind.
    Step(&'a StepDraft),
}

impl Owner<'_> {
    /// Returns where it begins.
    pub(super) fn place(&self) -> Place {
        match self {
            Self::Workflow(draft) => draft.place,
            Self::Step(step) => step.kind.place,
        }
    }

    /// Names it, as the subject of a sentence.
    pub(super) fn describe(&self) -> String {
        match self {
            Self::Workflow(_) => "`Workflow`".to_owned(),
            Self::Step(step) => format!("`{}` step `{}`", step.kind.text, step.name.text),
        }
    }
}
