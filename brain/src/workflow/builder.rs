//! Workflows written in plain Rust.

use brain_syntax::check;
use brain_syntax::problem::{self, Problem};

use super::draft;
use super::maker::Places;
use super::on;
use super::{Action, Keep, On, OnCrash, Step, Workflow};
use crate::error::Error;

/// Features of this crate that are off.
const ABSENT: &[&str] = &[
    #[cfg(not(feature = "http"))]
    "http",
    #[cfg(not(feature = "mcp"))]
    "mcp",
    #[cfg(not(feature = "verify"))]
    "verify",
];

/// Collects the parts of a workflow.
#[derive(Debug, Clone)]
#[must_use]
pub struct WorkflowBuilder {
    pub(super) name: String,
    pub(super) triggers: Vec<On>,
    pub(super) steps: Vec<Step>,
    pub(super) on_failure: Vec<Step>,
    pub(super) always: Vec<Step>,
    pub(super) on_crash: Option<OnCrash>,
    pub(super) keep: Option<Keep>,
}

impl WorkflowBuilder {
    pub(super) fn new(name: String) -> Self {
        Self {
            name,
            triggers: Vec::new(),
            steps: Vec::new(),
            on_failure: Vec::new(),
            always: Vec::new(),
            on_crash: None,
            keep: None,
        }
    }

    /// Adds a trigger.
    pub fn on(mut self, trigger: impl Into<On>) -> Self {
        self.triggers.push(trigger.into());
        self
    }

    /// Adds a step after those that are there.
    pub fn step(mut self, step: impl Into<Step>) -> Self {
        self.steps.push(step.into());
        self
    }

    /// Adds a step that runs when one of the steps has failed, after those that are there.
    ///
    /// It can read `{failure.step}` and `{failure.error}`. Outputs of the steps may be missing: give them a default, or
    /// take them as `Option`.
    pub fn on_failure(mut self, step: impl Into<Step>) -> Self {
        self.on_failure.push(step.into());
        self
    }

    /// Adds a step that runs at the end of every run, whether it failed or not, after those that are there.
    pub fn always(mut self, step: impl Into<Step>) -> Self {
        self.always.push(step.into());
        self
    }

    /// Sets what becomes of a run whose process died; without it, it is [`OnCrash::Interrupt`].
    pub fn on_crash(mut self, on_crash: OnCrash) -> Self {
        self.on_crash = Some(on_crash);
        self
    }

    /// Sets which runs stay in the store; without it, all do.
    pub fn keep(mut self, keep: Keep) -> Self {
        self.keep = Some(keep);
        self
    }

    /// Checks everything and gives the workflow.
    ///
    /// # Errors
    /// An error of kind [`Invalid`](crate::ErrorKind::Invalid) that holds every problem, in the words of `workflow!`.
    pub fn build(mut self) -> Result<Workflow, Error> {
        let places = Places::default();
        let draft = draft::draft(&self, &places);
        let mut problems = check::check(&draft, ABSENT);
        for (drafts, steps) in [
            (&draft.steps, &self.steps),
            (&draft.on_failure, &self.on_failure),
            (&draft.always, &self.always),
        ] {
            let steps = drafts.iter().flatten().zip(steps);
            problems.extend(steps.filter_map(|(draft, step)| drops_a_result(draft, step)));
        }
        if problems.is_empty() {
            on::name(&mut self.triggers);
            return Ok(Workflow {
                name: self.name,
                triggers: self.triggers,
                steps: self.steps,
                on_failure: self.on_failure,
                always: self.always,
                on_crash: self.on_crash.unwrap_or_default(),
                keep: self.keep,
            });
        }
        problem::sort(&mut problems);
        let texts = problems.iter().map(|problem| tell(problem, &places));
        Err(Error::invalid(&self.name, texts.collect()))
    }
}

fn drops_a_result(draft: &brain_syntax::draft::StepDraft, step: &Step) -> Option<Problem> {
    match &step.action {
        Action::Call(body) if body.drops_a_result => Some(
            Problem::new(
                draft.kind.place,
                format!(
                    "step `{}` gives a `Result`, which would never fail it",
                    step.name
                ),
            )
            .help("make it with `FnStep::try_new` or `FnStep::try_new_async`"),
        ),
        _ => None,
    }
}

/// Writes a problem with the name of its place.
fn tell(problem: &Problem, places: &Places) -> String {
    let mut lines = problem.lines(|place, offset| places.locate(place, offset));
    if problem.spot.is_none() {
        lines.insert(1, format!("in {}", places.locate(problem.place, None)));
    }
    lines.join("\n  ")
}
