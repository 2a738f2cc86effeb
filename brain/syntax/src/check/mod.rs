//! Whether a workflow is right.
//!
//! In comes a [`Draft`]; out come its [`Problem`]s in source order. The macro and the builder both call [`check`], so
//! that they say the same. Types of closures are left to the compiler; everything else that can be known is known here.

mod arguments;
mod argv;
mod catch_up;
mod closures;
mod command;
mod decimal;
mod extra;
mod fields;
mod headers;
mod keep;
mod kinds;
mod lists;
mod malformed;
mod names;
mod of_triggers;
mod owner;
mod provided;
mod references;
mod schema;
mod secret;
mod templates;
#[cfg(test)]
mod tests;
mod triggers;
mod values;

pub use self::keep::FAILURES_FIRST;
use crate::draft::{Draft, StepDraft, Word};
use crate::field::{Kind, WORKFLOW};
use crate::problem::{self, Problem};
use crate::suggest;

/// Finds every mistake in a workflow, for a `brain` that was compiled without the features in `absent`.
pub fn check(draft: &Draft, absent: &[&str]) -> Vec<Problem> {
    let mut problems = Vec::new();
    fields::check(
        &owner::Owner::Workflow(draft),
        &draft.fields,
        WORKFLOW.iter(),
        &mut problems,
    );
    names::check_workflow(draft, &mut problems);
    let steps = references::Steps::of(draft);
    triggers::check(draft, &steps, &mut problems);
    names::check_steps(steps.iter(), &mut problems);
    for (position, step) in steps.iter().enumerate() {
        let scope = references::Scope::new(draft, &steps, position);
        check_step(step, &scope, &mut problems);
        problems.extend(not_compiled(step, absent));
    }
    problem::sort(&mut problems);
    problems
}

fn check_step(step: &StepDraft, scope: &references::Scope<'_>, problems: &mut Vec<Problem>) {
    let Some(kind) = Kind::named(&step.kind.text) else {
        problems.push(no_kind(&step.kind));
        return;
    };
    fields::check(
        &owner::Owner::Step(step),
        &step.fields,
        kind.fields(),
        problems,
    );
    kinds::check(kind, step, problems);
    templates::check(kind, step, scope, problems);
    closures::check(kind, step, scope, problems);
    if kind.word == "shell" {
        argv::check(step, problems);
    }
}

/// A kind whose feature is off is known, and cannot run.
fn not_compiled(step: &StepDraft, absent: &[&str]) -> Option<Problem> {
    let feature = Kind::named(&step.kind.text)?.feature?;
    absent.contains(&feature).then(|| {
        let what = format!(
            "kind `{}` needs feature `{feature}` of `brain`",
            step.kind.text
        );
        Problem::new(step.kind.place, what).help(format!(
            "add it to `features` of `brain` in Cargo.toml: `\"{feature}\"`"
        ))
    })
}

fn no_kind(kind: &Word) -> Problem {
    let words = crate::field::KINDS.iter().map(|kind| kind.word);
    let problem = Problem::new(kind.place, format!("no step kind `{}`", kind.text));
    if crate::trigger::TriggerKind::named(&kind.text).is_some() {
        let what = format!("`{}` is a kind of trigger, and not of step", kind.text);
        return Problem::new(kind.place, what).help("move it to `on: [ .. ]`");
    }
    if let Some(same) = suggest::same(&kind.text, words.clone()) {
        return problem.help(format!("it is called `{same}` here"));
    }
    if let Some(near) = suggest::near(&kind.text, words.clone()) {
        return problem.help(format!("a kind with a similar name exists: `{near}`"));
    }
    let listed: Vec<String> = words.map(|word| format!("`{word}`")).collect();
    problem.note(format!(
        "step kinds are {}, and closures",
        listed.join(", ")
    ))
}
