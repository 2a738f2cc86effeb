//! The life of a server: a process of its own for each attempt, started and ended in order.

use brain::prelude::*;
use brain::{RunStatus, StepStatus};
use brain_tests::{Gate, Home, Mark, Signal, executable, output as of};
use serde_json::Value;

use super::{echo, error, peer, run};

#[tokio::test]
async fn two_steps_have_a_process_each() {
    let home = Home::new();
    let workflow = Workflow::builder("two")
        .step(McpToolStep::new("one", peer(""), "pid"))
        .step(McpToolStep::new("other", peer(""), "pid"))
        .build()
        .unwrap();
    let run = home.run(&workflow).await;
    assert_eq!(run.status, RunStatus::Success);
    assert_ne!(of(&run, "one"), of(&run, "other"));
}

#[tokio::test]
async fn a_server_that_does_not_start_is_told_of() {
    let missing = error(echo("no-such-server --stdio")).await;
    assert_eq!(
        missing,
        "the server could not be started: no program `no-such-server` on `PATH`"
    );
    let folder = error(echo(&peer("")).cwd("/no/such/folder")).await;
    assert!(
        folder.contains("no folder `/no/such/folder` to start in"),
        "{folder}"
    );
    let refused = error(echo(&peer("'refuses=no licence'"))).await;
    assert_eq!(
        refused,
        "the server refused `initialize`: no licence (-32603)"
    );
    let silent = error(echo("true")).await;
    assert_eq!(
        silent,
        "the server ended in the handshake, before it answered `initialize` (exit code 0)"
    );
    let chatter = error(echo("echo I am no server")).await;
    assert_eq!(
        chatter,
        "the server ended in the handshake, before it answered `initialize` (exit code 0); what it printed instead of messages: `I am no server`"
    );
}

#[tokio::test]
async fn an_orderly_server_ends_by_itself() {
    let (row, _) = run(echo(&peer(""))).await;
    assert_eq!(row.attempts[0].record["exit_code"], 0);
    assert_eq!(row.attempts[0].record.get("stopped_processes"), None);
    let (row, _) = run(echo(&peer("deaf"))).await;
    assert_eq!(row.status, StepStatus::Success);
    assert_eq!(row.attempts[0].record["stopped"], true);
}

#[tokio::test]
async fn every_attempt_has_a_server_of_its_own() {
    let step = echo(&peer("exits=3")).attempts(3).backoff(millis(1));
    let (row, _) = run(step).await;
    assert_eq!(row.attempts.len(), 3);
    let step = echo(&peer("version=1999-01-01"))
        .attempts(3)
        .backoff(millis(1));
    let (row, _) = run(step).await;
    assert_eq!(row.attempts.len(), 1, "no attempt would help");
}

#[tokio::test]
async fn a_server_that_is_given_up_is_told_so() {
    let home = Home::new();
    let notes = home.path("notes");
    let habits = format!("mute-call 'notes={}'", notes.display());
    let (row, _) = run(echo(&peer(&habits)).timeout(secs(1))).await;
    assert_eq!(row.status, StepStatus::Failed);
    let told: Value = serde_json::from_str(&std::fs::read_to_string(notes).unwrap()).unwrap();
    assert_eq!(told["requestId"], 2);
    assert_eq!(told["reason"], "nobody waits for it any more");
}

#[test]
fn a_run_that_is_stopped_tells_the_server_and_leaves_none() {
    let (home, mark) = (Home::new(), Mark::new());
    let gate = Gate::new(&home, "called");
    let notes = home.path("notes");
    let program = home
        .program(executable!("mcp-step"))
        .env("PEER", executable!("mcp-peer"))
        .env("CALLED", gate.path())
        .env("NOTES", notes.display().to_string())
        .env("MARK", mark.word());
    let running = program.args(["--json"]).start();
    gate.wait();
    running.signal(Signal::TERM);
    let ended = running.end();
    let run = ended.with_code(130).json();
    assert_eq!(run["steps"][0]["status"], "interrupted", "{run:#}");
    assert!(notes.exists());
    mark.assert_nobody();
}
