//! `llm` steps, against a server that says exactly what it is told to.

mod key;
mod live;
mod provider;
mod refusal;
mod report;
mod shape;
mod stream;
mod way;

use brain::prelude::*;
use brain::store::{RunRow, StepRow};
use brain_tests::{Home, Reply, Server};
use serde_json::{Value, json};

/// The body of the first report: reasoning in a field of its own.
pub(crate) fn body(message: &Value) -> Value {
    json!({
        "id": "c1", "object": "chat.completion", "model": "m",
        "choices": [{ "index": 0, "message": message, "finish_reason": "stop" }],
        "usage": { "prompt_tokens": 5, "completion_tokens": 9, "total_tokens": 14 },
    })
}

/// The same with a text.
pub(crate) fn text(content: &str) -> Value {
    body(&json!({ "role": "assistant", "content": content }))
}

/// A step that asks the server.
pub(crate) fn step(server: &Server) -> LlmStep {
    step_at(format!("{}/v1", server.url()))
}

/// A step that asks what is at an address.
pub(crate) fn step_at(url: String) -> LlmStep {
    LlmStep::new("a", "Say it.").provider_url(url).model("m")
}

/// Runs a workflow of one step.
pub(crate) async fn run(step: LlmStep) -> RunRow {
    let workflow = Workflow::builder("w")
        .step(step)
        .build()
        .expect("a workflow");
    Home::new().run(&workflow).await
}

/// Runs a step against a server that gives this reply, and returns what the step left.
pub(crate) async fn answered(reply: Reply) -> StepRow {
    let server = Server::start([reply]);
    run(step(&server)).await.steps.remove(0)
}

/// Returns the output of a step that succeeded.
#[track_caller]
pub(crate) fn output(step: &StepRow) -> &str {
    step.output
        .as_deref()
        .unwrap_or_else(|| panic!("{step:#?}"))
}

/// Returns the error of a step that failed.
#[track_caller]
pub(crate) fn error(step: &StepRow) -> &str {
    step.error.as_deref().unwrap_or_else(|| panic!("{step:#?}"))
}

/// Returns the record of the last attempt.
#[track_caller]
pub(crate) fn record(step: &StepRow) -> &Value {
    &step.attempts.last().expect("an attempt").record
}

/// Writes pieces of a stream: each with this as its `delta`, then the reason and the end.
pub(crate) fn events(deltas: &[Value]) -> Vec<String> {
    let piece = |choice: Value| format!("data: {}\n\n", json!({ "choices": [choice] }));
    let mut events: Vec<String> = deltas
        .iter()
        .map(|delta| piece(json!({ "index": 0, "delta": delta, "finish_reason": null })))
        .collect();
    events.push(piece(
        json!({ "index": 0, "delta": {}, "finish_reason": "stop" }),
    ));
    let usage = json!({ "choices": [], "usage": { "prompt_tokens": 5, "completion_tokens": 2 } });
    events.push(format!("data: {usage}\n\n"));
    events.push("data: [DONE]\n\n".to_owned());
    events
}
