//! What a step may read: outputs of steps above it, and what every run has.

use std::cmp::Ordering;

use super::owner::Owner;
use crate::draft::{Data, Draft, StepDraft, TriggerDraft};
use crate::{name, suggest};

/// Every step of a workflow in the order of the lists, each with its list.
pub(super) struct Steps<'a>(Vec<(List, &'a StepDraft)>);

/// A list of steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum List {
    /// `steps`.
    Steps,
    /// `on_failure`.
    OnFailure,
    /// `always`.
    Always,
}

impl List {
    /// Returns the word of the field.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Steps => "steps",
            Self::OnFailure => "on_failure",
            Self::Always => "always",
        }
    }
}

impl<'a> Steps<'a> {
    /// Takes the steps of a workflow.
    pub(super) fn of(draft: &'a Draft) -> Self {
        let lists = [
            (List::Steps, &draft.steps),
            (List::OnFailure, &draft.on_failure),
            (List::Always, &draft.always),
        ];
        let steps = lists
            .into_iter()
            .flat_map(|(list, steps)| steps.iter().flatten().map(move |step| (list, step)));
        Self(steps.collect())
    }

    /// Returns them.
    pub(super) fn iter(&self) -> impl Iterator<Item = &'a StepDraft> + Clone {
        self.0.iter().map(|&(_, step)| step)
    }
}

/// What stands around a template or a closure.
pub(super) struct Scope<'a> {
    draft: &'a Draft,
    steps: &'a Steps<'a>,
    owner: Around<'a>,
}

/// Whether a step above has an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Presence {
    /// It has.
    Sure,
    /// Unless its `when` says no.
    MayBeSkipped,
    /// It stands in another list, of which a failure may have kept it.
    MayNotHaveRun,
}

/// Whose template or closure it is.
#[derive(Clone, Copy)]
enum Around<'a> {
    /// The step at this position.
    Step(usize),
    /// A trigger, which reads itself only.
    Trigger(&'a TriggerDraft),
}

/// What the name of a step means at some step.
pub(super) enum Named<'a> {
    /// A step above it.
    Earlier(&'a StepDraft, Presence),
    /// The step itself.
    Itself,
    /// A step below it, in this list if it is another one.
    Later(Option<List>),
    /// No step.
    Unknown,
}

impl<'a> Scope<'a> {
    /// Makes the scope of the step at `position`.
    pub(super) fn new(draft: &'a Draft, steps: &'a Steps<'a>, position: usize) -> Self {
        let owner = Around::Step(position);
        Self {
            draft,
            steps,
            owner,
        }
    }

    /// Makes the scope of a trigger.
    pub(super) fn of_trigger(
        draft: &'a Draft,
        steps: &'a Steps<'a>,
        trigger: &'a TriggerDraft,
    ) -> Self {
        let owner = Around::Trigger(trigger);
        Self {
            draft,
            steps,
            owner,
        }
    }

    /// Returns the step whose scope it is, unless it is a trigger's.
    pub(super) fn step(&self) -> Option<&'a StepDraft> {
        match self.owner {
            Around::Step(position) => Some(self.steps.0[position].1),
            Around::Trigger(_) => None,
        }
    }

    /// Returns the trigger whose scope it is.
    pub(super) fn trigger(&self) -> Option<&'a TriggerDraft> {
        match self.owner {
            Around::Step(_) => None,
            Around::Trigger(trigger) => Some(trigger),
        }
    }

    /// Names the step or trigger, as the subject of a sentence.
    pub(super) fn describe(&self) -> String {
        match self.owner {
            Around::Step(position) => format!("step `{}`", self.steps.0[position].1.name.text),
            Around::Trigger(trigger) => Owner::Trigger(trigger).describe(),
        }
    }

    /// Returns how many steps run before it.
    fn position(&self) -> usize {
        match self.owner {
            Around::Step(position) => position,
            Around::Trigger(_) => 0,
        }
    }

    /// Returns the list that it stands in, unless it is a trigger's.
    pub(super) fn list(&self) -> Option<List> {
        match self.owner {
            Around::Step(position) => Some(self.steps.0[position].0),
            Around::Trigger(_) => None,
        }
    }

    /// Returns the steps that run before it.
    fn earlier(&self) -> impl DoubleEndedIterator<Item = &'a StepDraft> + ExactSizeIterator {
        self.steps.0[..self.position()]
            .iter()
            .map(|&(_, step)| step)
    }

    /// Tells what `name` means here.
    pub(super) fn named(&self, name: &str) -> Named<'a> {
        // A name that has to be mended is reported once, not again where the mended one is used.
        let is_named = |step: &&StepDraft| {
            let own = step.name.text.as_str();
            own == name
                || own.strip_prefix("r#") == Some(name)
                || name::mended(own).is_some_and(|own| own == name)
        };
        let own = self.list();
        let mut all = self.steps.0.iter().enumerate();
        let Some((index, &(list, step))) = all.find(|(_, (_, step))| is_named(step)) else {
            return Named::Unknown;
        };
        let is_elsewhere = own != Some(list);
        match index.cmp(&self.position()) {
            Ordering::Less if is_elsewhere => Named::Earlier(step, Presence::MayNotHaveRun),
            Ordering::Less if step.may_be_skipped() => Named::Earlier(step, Presence::MayBeSkipped),
            Ordering::Less => Named::Earlier(step, Presence::Sure),
            Ordering::Equal => Named::Itself,
            Ordering::Greater => Named::Later(is_elsewhere.then_some(list)),
        }
    }

    /// Tells whether any step of the workflow has this name.
    pub(super) fn is_step(&self, name: &str) -> bool {
        !matches!(self.named(name), Named::Unknown)
    }

    /// Returns the step that runs before this one.
    pub(super) fn before(&self) -> Option<&'a StepDraft> {
        self.earlier().next_back()
    }

    /// Returns the triggers of the workflow.
    pub(super) fn triggers(&self) -> &'a [TriggerDraft] {
        self.draft.triggers.as_deref().unwrap_or_default()
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
        let names: Vec<&str> = match which {
            Which::Earlier => self.earlier().map(|step| step.name.text.as_str()).collect(),
            Which::All => self
                .steps
                .iter()
                .map(|step| step.name.text.as_str())
                .collect(),
        };
        if let Some(near) = suggest::near(name, names.iter().copied()) {
            Instead::Help(format!("a step with a similar name exists: `{near}`"))
        } else if names.is_empty() {
            Instead::Note("no step runs before it".to_owned())
        } else {
            // A screen is about eighty columns: beyond a dozen names a list helps nobody.
            const MOST: usize = 12;
            let shown = suggest::list(names.iter().copied().take(MOST));
            let rest = names.len().saturating_sub(MOST);
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
