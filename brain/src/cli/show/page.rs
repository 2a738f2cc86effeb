//! A run as a page of text.

use serde_json::Value;

use crate::cli::zone::Zone;
use crate::cli::{json, print, progress, span};
use crate::store::{AttemptRow, RunRow, StepRow, Tokens};

/// Writes a run with its steps.
pub(super) fn whole(run: &RunRow, zone: Zone) -> String {
    let steps: String = run.steps.iter().map(step).collect();
    format!("{}{}{steps}", head(run, zone), ending(run))
}

/// Writes what is known of a run from its start.
pub(super) fn head(run: &RunRow, zone: Zone) -> String {
    let mut text = lines(&[
        ("run", &run.id.to_string()),
        ("workflow", &run.workflow),
        ("status", run.status.as_str()),
    ]);
    text += &trigger(run);
    if let Some(started) = run.started_at {
        let started = format!("{} ({})", zone.written(started), zone.name());
        text += &lines(&[("started", &started)]);
    }
    text
}

/// Writes what is known of a run at its end, behind its steps.
pub(super) fn end(run: &RunRow) -> String {
    format!(
        "\n{}{}",
        lines(&[("status", run.status.as_str())]),
        ending(run)
    )
}

fn ending(run: &RunRow) -> String {
    let mut text = String::new();
    if let Some(took) = json::duration(run.started_at, run.ended_at) {
        text += &lines(&[("took", &span::written(took))]);
    }
    if let Some(tokens) = Tokens::of(run) {
        text += &lines(&[("tokens", &told(tokens))]);
    }
    if let Some(error) = &run.error {
        text += &lines(&[("error", error)]);
    }
    text
}

/// Writes what models cost: `120 in, 40 out`.
fn told(tokens: Tokens) -> String {
    let counts = [
        (tokens.input, "in"),
        (tokens.output, "out"),
        (tokens.reasoning, "reasoning"),
    ];
    let counts = counts
        .iter()
        .filter_map(|(count, word)| Some(format!("{} {word}", (*count)?)));
    counts.collect::<Vec<_>>().join(", ")
}

/// Writes what fired, with all that it brought.
fn trigger(run: &RunRow) -> String {
    let event = run.trigger["event"].as_str().unwrap_or("unknown");
    let mut text = lines(&[("trigger", event)]);
    let fields = run.trigger.as_object().into_iter().flatten();
    for (name, value) in fields.filter(|(name, _)| *name != "event") {
        let value = match value {
            Value::String(text) => text.clone(),
            Value::Null => continue,
            other => other.to_string(),
        };
        let value = indented(&value, "            ");
        text.extend(["          ", name, " ", &value, "\n"]);
    }
    text
}

/// Writes lines of a name and a value.
fn lines(values: &[(&str, &str)]) -> String {
    let line =
        |(name, value): &(&str, &str)| format!("{name:<8}  {}\n", indented(value, "          "));
    values.iter().map(line).collect()
}

/// Writes a step, with an empty line before it.
pub(super) fn step(step: &StepRow) -> String {
    let took = json::duration(step.started_at, step.ended_at).map(span::written);
    let head = format!(
        "{} {} ({}) {} {}",
        progress::mark(step.status),
        step.name,
        step.kind,
        step.status,
        took.unwrap_or_default()
    );
    let mut lines = vec![String::new(), head.trim_end().to_owned()];
    if let Some(error) = &step.error {
        lines.push(format!("    {}", indented(error, "    ")));
    }
    lines.extend(step.attempts.last().and_then(record_line));
    if step.output.is_none()
        && let Some(partial) = step.attempts.last().and_then(|last| last.output.as_ref())
        && !partial.is_empty()
    {
        let partial = indented(partial, "    ");
        lines.push(format!("    [partial output] {partial}"));
    }
    if step.is_masked {
        lines.push("    [*** stands in place of secrets]".to_owned());
    }
    if let Some(output) = &step.output
        && !output.is_empty()
    {
        lines.push(format!("    {}", indented(output, "    ")));
    }
    lines.push(String::new());
    lines.join("\n")
}

/// Writes what the kind of step adds, as `[exit_code 0, stderr ..]`.
fn record_line(attempt: &AttemptRow) -> Option<String> {
    let entries: Vec<String> = attempt
        .record
        .as_object()?
        .iter()
        .filter(|(key, value)| is_telling(key, value))
        .map(|(key, value)| entry(key, value))
        .collect();
    (!entries.is_empty()).then(|| format!("    [{}]", entries.join(", ")))
}

/// Tells whether an entry says something that every good command does not have.
fn is_telling(key: &str, value: &Value) -> bool {
    match key {
        "exit_code" => *value != 0,
        "stdout_bytes" | "stderr_bytes" => false,
        _ => true,
    }
}

fn entry(key: &str, value: &Value) -> String {
    match (key, value.as_u64(), value.as_str()) {
        ("cpu_ms", Some(time), _) => format!("cpu {}", span::written(time)),
        ("peak_memory_bytes", Some(bytes), _) => {
            let tenths = bytes / (1024 * 1024 / 10);
            format!("memory {}.{} MiB", tenths / 10, tenths % 10)
        }
        (_, _, Some(text)) => format!("{key} {}", indented(text, "     ")),
        _ => format!("{key} {value}"),
    }
}

/// Indents all lines but the first, and shows control characters instead of sending them to the terminal.
fn indented(text: &str, by: &str) -> String {
    let lines: Vec<String> = text.lines().map(print::visible).collect();
    lines.join(&format!("\n{by}"))
}
