//! `run --dry-run`: what a run would do, without doing it.

use serde_json::{Value, json};

use super::exit::Exit;
use super::{print, secret};
use crate::error::Error;
use crate::step::{Field, rehearse};
use crate::store::Store as _;
use crate::workflow::{LastRun, Run, Scope, Step, Trigger, Workflow};

/// What stands for the id of a run that there will not be.
const ID: &str = "{run.id}";

/// A step with its fields, and the list it stands in.
struct Rehearsed<'a> {
    step: &'a Step,
    list: &'static str,
    fields: Vec<Field>,
}

/// Prints what a run would do. It fails if a step would fail before it starts, as far as that can be known.
pub(super) fn dry_run(workflow: &Workflow, trigger: Trigger, as_json: bool) -> Result<Exit, Error> {
    let fired = trigger.to_json();
    let run = Run::new(ID.to_owned(), workflow.name().to_owned());
    let scope = Scope::new(run, trigger, last_run(workflow)?)
        .typed(workflow.typed_steps())
        .rehearsal();
    let lists = [
        ("steps", workflow.steps()),
        ("on_failure", workflow.on_failure()),
        ("always", workflow.always()),
    ];
    let steps = lists.into_iter().flat_map(|(list, steps)| {
        let scope = &scope;
        steps.iter().map(move |step| Rehearsed {
            step,
            list,
            fields: fields(step, scope),
        })
    });
    let steps: Vec<Rehearsed<'_>> = steps.collect();
    if as_json {
        print::json(&written_as_json(workflow, fired, &steps))?;
    } else {
        print::output(&written(workflow, &steps))?;
    }
    let mut fields = steps.iter().flat_map(|step| &step.fields);
    Ok(if fields.any(|field| field.problem.is_some()) {
        Exit::Failed
    } else {
        Exit::Success
    })
}

/// Reads the last successful run, and makes no store for it.
fn last_run(workflow: &Workflow) -> Result<LastRun, Error> {
    if !workflow.reads_last_run() {
        return Ok(LastRun::default());
    }
    let store = super::open_for_reading()?;
    let last = super::block_on(async { Ok(store.last_success(workflow.name()).await?) })?;
    Ok(last.map_or_else(LastRun::default, |last| {
        LastRun::new(
            last.id.to_string(),
            last.created_at.to_string(),
            last.outputs,
        )
    }))
}

/// Fills the fields of a step, and masks what is in them.
fn fields(step: &Step, scope: &Scope) -> Vec<Field> {
    let mut fields = rehearse(step, scope);
    for field in &mut fields {
        field.text = secret::masked(&field.text).into_owned();
        field.problem = field
            .problem
            .as_deref()
            .map(|problem| secret::masked(problem).into_owned());
    }
    fields
}

fn written_as_json(workflow: &Workflow, mut trigger: Value, steps: &[Rehearsed<'_>]) -> Value {
    secret::mask_json(&mut trigger);
    let steps = steps.iter().map(|rehearsed| {
        json!({
            "name": rehearsed.step.name(),
            "kind": rehearsed.step.kind(),
            "list": rehearsed.list,
            "fields": rehearsed.fields.iter().map(Field::json).collect::<Value>(),
        })
    });
    json!({
        "workflow": workflow.name(),
        "dry_run": true,
        "trigger": trigger,
        "steps": steps.collect::<Value>(),
    })
}

fn written(workflow: &Workflow, steps: &[Rehearsed<'_>]) -> String {
    let mut lines = vec![format!(
        "{} · dry run: nothing is started or stored",
        workflow.name()
    )];
    let mut list = "steps";
    for rehearsed in steps {
        if rehearsed.list != list {
            list = rehearsed.list;
            lines.extend([String::new(), format!("{list}:")]);
        }
        let step = rehearsed.step;
        lines.extend([String::new(), format!("{} ({})", step.name(), step.kind())]);
        for field in &rehearsed.fields {
            lines.extend(field_lines(field));
        }
    }
    lines.push(String::new());
    lines.join("\n")
}

fn field_lines(field: &Field) -> Vec<String> {
    let text: Vec<&str> = field.text.lines().collect();
    let mut lines = match text.as_slice() {
        [] => vec![format!("    {}:", field.name)],
        [line] => vec![format!("    {}: {line}", field.name)],
        several => {
            let head = format!("    {}:", field.name);
            let rest = several.iter().map(|line| format!("        {line}"));
            std::iter::once(head).chain(rest).collect()
        }
    };
    if let Some(problem) = &field.problem {
        lines.push(format!("    ✗ {problem}"));
    }
    lines
}
