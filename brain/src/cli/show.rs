//! `show`: one run with its steps.

use super::exit::Exit;
use super::{json, print, progress, secret, span};
use crate::error::{Error, ErrorKind};
use crate::store::{AttemptRow, RunReference, RunRow, StepRow, Store as _};

/// What `show` takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// The run: the last digits of its id, or `last`
    run: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Shows a run, of any workflow or of `workflow`.
pub(super) fn show(workflow: Option<&str>, arguments: &Arguments) -> Result<Exit, Error> {
    let reference: RunReference =
        arguments
            .run
            .parse()
            .map_err(|error: crate::store::MalformedReference| {
                Error::new(ErrorKind::Usage, error.to_string())
            })?;
    let store = super::open_for_reading()?;
    let mut run = super::block_on(async { Ok(store.run(&reference, workflow).await?) })?;
    secret::mask(&mut run);
    if arguments.json {
        print::json(&json::run(&run))?;
    } else {
        print::data(&written(&run))?;
    }
    Ok(Exit::Success)
}

fn written(run: &RunRow) -> String {
    let mut lines = vec![
        format!("run       {}", run.id),
        format!("workflow  {}", run.workflow),
        format!("status    {}", run.status),
        format!(
            "trigger   {}",
            run.trigger["event"].as_str().unwrap_or("unknown")
        ),
    ];
    if let Some(started) = run.started_at {
        lines.push(format!("started   {} (local)", started.local()));
    }
    if let Some(took) = json::duration(run.started_at, run.ended_at) {
        lines.push(format!("took      {}", span::written(took)));
    }
    if let Some(error) = &run.error {
        lines.push(format!("error     {}", indented(error, "          ")));
    }
    for step in &run.steps {
        lines.push(String::new());
        lines.extend(step_lines(step));
    }
    lines.push(String::new());
    lines.join("\n")
}

fn step_lines(step: &StepRow) -> Vec<String> {
    let took = json::duration(step.started_at, step.ended_at).map(span::written);
    let head = format!(
        "{} {} ({}) {} {}",
        progress::mark(step.status),
        step.name,
        step.kind,
        step.status,
        took.unwrap_or_default()
    );
    let mut lines = vec![head.trim_end().to_owned()];
    if let Some(error) = &step.error {
        lines.push(format!("    {}", indented(error, "    ")));
    }
    lines.extend(step.attempts.last().and_then(record_line));
    if step.is_masked {
        lines.push("    [*** stands in place of secrets]".to_owned());
    }
    if let Some(output) = &step.output
        && !output.is_empty()
    {
        lines.push(format!("    {}", indented(output, "    ")));
    }
    lines
}

/// Writes what the kind of step adds, as `[exit_code 0, stderr ..]`.
fn record_line(attempt: &AttemptRow) -> Option<String> {
    let entries: Vec<String> = attempt
        .record
        .as_object()?
        .iter()
        // What every good command has says nothing.
        .filter(|(key, value)| !(key.as_str() == "exit_code" && **value == 0))
        .map(|(key, value)| match value.as_str() {
            Some(text) => format!("{key} {}", indented(text, "     ")),
            None => format!("{key} {value}"),
        })
        .collect();
    (!entries.is_empty()).then(|| format!("    [{}]", entries.join(", ")))
}

/// Indents all lines but the first, and shows control characters instead of sending them to the terminal.
fn indented(text: &str, by: &str) -> String {
    let lines: Vec<String> = text.lines().map(print::visible).collect();
    lines.join(&format!("\n{by}"))
}
