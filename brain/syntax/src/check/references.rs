//! What a step may read: outputs of steps above it, and what every run has.

use crate::draft::{Data, Draft, StepDraft};
use crate::{name, suggest};

/// What stands around a step.
pub(super) struct Scope<'a> {
    draft: &'a Draft,
    steps: &'a [StepDraft],
    position: usize,
}

/// What the name of a step means at some step.
pub(super) enum Named<'a> {
    /// A step above it.
    Earlier(&'a StepDraft),
    /// The step itself.
    Itself,
    /// A step below it.
    Later,
    /// No step.
    Unknown,
}

impl<'a> Scope<'a> {
    /// Makes the scope of the step at `position`.
    pub(super) fn new(draft: &'a Draft, position: usize) -> Self {
        let steps = draft.steps.as_deref().unwrap_or_default();
        Self {
            draft,
            steps,
            position,
        }
    }

    /// Returns the step whose scope it is.
    pub(super) fn step(&self) -> &'a StepDraft {
        &self.steps[self.position]
    }

    /// Tells what `name` means here.
    pub(super) fn named(&self, name: &str) -> Named<'a> {
        // A name that has to be mended is reported once, not again where the mended one is used.
        let is_named = |step: &&StepDraft| {
            let own = step.name.text.as_str();
            own == name || name::mended(own).is_some_and(|own| own == name)
        };
        if let Some(step) = self.steps[..self.position].iter().find(is_named) {
            Named::Earlier(step)
        } else if is_named(&self.step()) {
            Named::Itself
        } else if self.steps.iter().any(|step| is_named(&step)) {
            Named::Later
        } else {
            Named::Unknown
        }
    }

    /// Tells whether any step of the workflow has this name.
    pub(super) fn is_step(&self, name: &str) -> bool {
        !matches!(self.named(name), Named::Unknown)
    }

    /// Returns the step that runs before this one.
    pub(super) fn before(&self) -> Option<&'a StepDraft> {
        self.steps[..self.position].last()
    }

    /// Returns the name of the workflow, as far as it has one.
    pub(super) fn workflow(&self) -> &'a str {
        self.draft
            .fields
            .iter()
            .find(|field| field.word.text == "name")
            .and_then(|field| match &field.value.data {
                Data::Text(text) => Some(text.as_str()),
                _ => None,
            })
            .unwrap_or("this workflow")
    }

    /// Says what an unknown name was probably meant to be: a help, or a note.
    pub(super) fn instead(&self, name: &str, which: Which) -> Instead {
        let steps = match which {
            Which::Earlier => &self.steps[..self.position],
            Which::All => self.steps,
        };
        let names = || steps.iter().map(|step| step.name.text.as_str());
        if let Some(near) = suggest::near(name, names()) {
            Instead::Help(format!("a step with a similar name exists: `{near}`"))
        } else if steps.is_empty() {
            Instead::Note("no step runs before it".to_owned())
        } else {
            // A screen is about eighty columns: beyond a dozen names a list helps nobody.
            const MOST: usize = 12;
            let shown = suggest::list(names().take(MOST));
            let rest = steps.len().saturating_sub(MOST);
            let more = if rest > 0 {
                format!(" and {rest} more")
            } else {
                String::new()
            };
            Instead::Note(match which {
                Which::Earlier => format!("steps that run before it: {shown}{more}"),
                Which::All => format!("its steps are {shown}{more}"),
            })
        }
    }
}

/// Which steps can be meant.
#[derive(Clone, Copy)]
pub(super) enum Which {
    /// Those above.
    Earlier,
    /// All of the workflow.
    All,
}

/// What to say beside "no step named".
pub(super) enum Instead {
    /// One name is near.
    Help(String),
    /// None is; these exist.
    Note(String),
}

impl Instead {
    /// Adds it to a problem.
    pub(super) fn add(self, problem: crate::problem::Problem) -> crate::problem::Problem {
        match self {
            Self::Help(text) => problem.help(text),
            Self::Note(text) => problem.note(text),
        }
    }
}
