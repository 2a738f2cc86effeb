//! Closures: what their parameters read.

use super::references::{Named, Presence, Scope, Which};
use crate::draft::{ClosureDraft, Data, Mode, ParameterDraft, Spelled, StepDraft};
use crate::field::{Kind, Takes};
use crate::problem::Problem;

/// Parameters that read something else than a step.
const OTHERS: &[&str] = &["trigger", "last_run", "run"];

/// Checks every closure of a step.
pub(super) fn check(kind: &Kind, step: &StepDraft, scope: &Scope<'_>, problems: &mut Vec<Problem>) {
    for field in &step.fields {
        let Data::Closure(closure) = &field.value.data else {
            continue;
        };
        let takes = kind
            .fields()
            .find(|known| known.word == field.word.text)
            .map(|known| known.takes);
        match takes {
            Some(takes @ (Takes::Condition | Takes::Arguments)) if closure.mode == Mode::Async => {
                let word = &field.word.text;
                let what = format!("`{word}` of step `{}` cannot be `async`", step.name.text);
                let act = if takes == Takes::Condition {
                    "decide"
                } else {
                    "make them"
                };
                problems.push(Problem::new(field.value.place, what).help(format!(
                    "{act} in an `async` step above, and take its output here"
                )));
            }
            Some(Takes::Body) => problems.extend(check_timeout(step, closure)),
            Some(Takes::Condition | Takes::Arguments) => {}
            _ => continue,
        }
        for parameter in &closure.parameters {
            problems.extend(check_parameter(step, scope, parameter));
        }
    }
}

fn check_timeout(step: &StepDraft, closure: &ClosureDraft) -> Option<Problem> {
    let timeout = step.field("timeout")?;
    (closure.mode == Mode::Sync).then(|| {
        Problem::new(
            timeout.word.place,
            format!(
                "`timeout` cannot stop the closure of step `{}`, which is not `async`",
                step.name.text
            ),
        )
        .help("make it `async`")
    })
}

fn check_parameter(
    step: &StepDraft,
    scope: &Scope<'_>,
    parameter: &ParameterDraft,
) -> Option<Problem> {
    let name = parameter.name.text.as_str();
    let place = parameter.name.place;
    let own = &step.name.text;
    let is_other = OTHERS.contains(&name);
    let found = scope.named(name);
    match found {
        Named::Itself => {
            let what = format!("step `{own}` reads its own output");
            return Some(
                Problem::new(place, what)
                    .help("for its output in the last run, take `last_run: LastRun`"),
            );
        }
        Named::Later(list) => {
            let what = format!("step `{own}` reads `{name}`, which runs after it");
            let problem = Problem::new(place, what);
            return Some(match list {
                None => problem.help(format!("move `{name}` above `{own}`")),
                Some(list) => problem.note(format!("`{name}` is a step of `{}`", list.word())),
            });
        }
        Named::Unknown if name == "previous" || name == "failure" => {
            let what = format!("closure parameter `{name}` names no step");
            let problem = Problem::new(place, what);
            return Some(match (name, scope.before()) {
                ("previous", Some(before)) => {
                    problem.help(format!("write `{}: String`", before.name.text))
                }
                ("previous", None) => problem.note("no step runs before it"),
                _ => {
                    problem.note("only templates of `on_failure` steps read it: `{failure.error}`")
                }
            });
        }
        Named::Unknown if !is_other => {
            let problem = Problem::new(place, format!("no step named `{name}`"));
            return Some(scope.instead(name, Which::Earlier).add(problem));
        }
        Named::Unknown | Named::Earlier(..) => {}
    }
    let type_name = match name {
        "trigger" => "Trigger",
        "last_run" => "LastRun",
        "run" => "Run",
        _ => "String",
    };
    match parameter.spelled {
        Spelled::Value if is_other => {
            let what = format!("closure parameter `{name}` of step `{own}` is no `{type_name}`");
            return Some(Problem::new(place, what).help(format!("write `{name}: {type_name}`")));
        }
        Spelled::Context(found) if found != type_name => {
            let what = format!("closure parameter `{name}` of step `{own}` is a `{found}`");
            return Some(Problem::new(place, what).help(format!("write `{name}: {type_name}`")));
        }
        _ => {}
    }
    if parameter.spelled == Spelled::Missing {
        let what = format!("closure parameter `{name}` has no type");
        return Some(Problem::new(place, what).help(format!("write `{name}: {type_name}`")));
    }
    if let Named::Earlier(read, presence) = found
        && parameter.spelled != Spelled::Option
    {
        let may = match presence {
            Presence::MayBeSkipped => "may be skipped",
            Presence::MayNotHaveRun => "may not have run",
            Presence::Sure => return None,
        };
        let what = format!("step `{own}` reads `{name}`, which {may}");
        let problem = Problem::new(place, what);
        let problem = match (presence, read.field("when")) {
            (Presence::MayBeSkipped, Some(when)) => {
                problem.note_at("its `when` stands at", when.word.place)
            }
            _ => problem,
        };
        return Some(problem.help(format!("take it as `{name}: Option<..>`")));
    }
    None
}
