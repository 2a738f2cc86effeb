//! Runs as JSON. The shape is stable.

use serde_json::{Value, json};

use crate::clock::Timestamp;
use crate::store::{AttemptRow, RunRow, StepRow, Tokens, Transition};

/// Writes a run with its steps; if it waited for its turn or was resumed, also with the states it went through.
pub(super) fn run(run: &RunRow) -> Value {
    let mut value = summary(run);
    let steps = run.steps.iter().map(step);
    value["steps"] = steps.collect();
    add_tokens(&mut value, Tokens::of(run));
    // Of a run that began and ended once, they say nothing new.
    if run.transitions.len() > 2 {
        let transitions = run.transitions.iter().map(transition);
        value["transitions"] = transitions.collect();
    }
    value
}

/// Writes a run without its steps.
pub(super) fn summary(run: &RunRow) -> Value {
    json!({
        "id": run.id,
        "workflow": run.workflow,
        "status": run.status,
        "trigger": run.trigger,
        "created_at": run.created_at,
        "started_at": run.started_at,
        "ended_at": run.ended_at,
        "duration_ms": duration(run.started_at, run.ended_at),
        "error": run.error,
    })
}

/// Adds what models cost, if any was asked and said so.
pub(super) fn add_tokens(run: &mut Value, tokens: Option<Tokens>) {
    if let Some(tokens) = tokens {
        run["tokens"] = tokens.to_json();
    }
}

fn transition(transition: &Transition) -> Value {
    json!({
        "status": transition.status,
        "at": transition.at,
        "reason": transition.reason,
    })
}

fn step(step: &StepRow) -> Value {
    let record = step.attempts.last().map(|attempt| attempt.record.clone());
    let attempts: Value = step.attempts.iter().map(attempt).collect();
    let mut value = json!({
        "name": step.name,
        "kind": step.kind,
        "status": step.status,
        "output": step.output,
        "error": step.error,
        "started_at": step.started_at,
        "ended_at": step.ended_at,
        "duration_ms": duration(step.started_at, step.ended_at),
        "attempts": attempts,
        "record": record.unwrap_or_else(|| json!({})),
    });
    if step.is_masked {
        value["masked"] = true.into();
    }
    value
}

fn attempt(attempt: &AttemptRow) -> Value {
    json!({
        "number": attempt.number,
        "status": attempt.status,
        "started_at": attempt.started_at,
        "ended_at": attempt.ended_at,
        "duration_ms": attempt.ended_at.milliseconds_since(attempt.started_at),
        "output": attempt.output,
        "error": attempt.error,
        "record": attempt.record,
    })
}

/// Returns how long something took, if it has ended.
pub(super) fn duration(started: Option<Timestamp>, ended: Option<Timestamp>) -> Option<u64> {
    Some(ended?.milliseconds_since(started?))
}
