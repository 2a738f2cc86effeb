//! Steps that call tools of MCP servers: real processes that behave as real servers do, and as they should not.

mod command;
mod http;
mod lifecycle;
mod report;
mod result;
mod step;
mod wire;

use brain::StepStatus;
use brain::prelude::*;
use brain::store::StepRow;
use brain_tests::{Home, Mark, executable};

/// The server, with these habits.
fn peer(habits: &str) -> String {
    format!("{} {habits}", executable!("mcp-peer"))
}

/// The server, which gives this result to every call.
fn giving(result: &str) -> String {
    let result = result.replace('{', "{{").replace('}', "}}");
    format!("{} 'result={result}'", peer(""))
}

/// The server behind a shell that stays its parent.
fn wrapped(habits: &str) -> String {
    format!("sh -c '{} {habits}; true'", executable!("mcp-peer"))
}

/// A step that lets the server repeat a text.
fn echo(command: &str) -> McpToolStep {
    McpToolStep::new("call", command, "echo").args(json!({ "text": "h\u{e9}llo" }))
}

/// Runs a step, and asserts that no process of its server is left. Returns how it was stored, and how long it took in
/// milliseconds.
async fn run(step: McpToolStep) -> (StepRow, u64) {
    let (home, mark) = (Home::new(), Mark::new());
    let step = step.env([mark.variable()]);
    let workflow = Workflow::builder("one").step(step).build();
    let run = home.run(&workflow.expect("a workflow")).await;
    mark.assert_nobody();
    let row = run.steps[0].clone();
    let started = row.started_at.expect("a start");
    let took = row.ended_at.expect("an end").milliseconds_since(started);
    (row, took)
}

/// Runs a step that succeeds, and returns its output.
async fn output(step: McpToolStep) -> String {
    let (row, _) = run(step).await;
    assert_eq!(row.status, StepStatus::Success, "{row:#?}");
    row.output.expect("an output")
}

/// Runs a step that fails, and returns its error.
async fn error(step: McpToolStep) -> String {
    let (row, _) = run(step).await;
    assert_eq!(row.status, StepStatus::Failed, "{row:#?}");
    assert_eq!(row.output, None);
    row.error.expect("an error")
}
