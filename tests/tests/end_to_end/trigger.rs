//! Runs that a trigger makes: at once, later, or not at all.

use brain::prelude::*;
use brain::store::RunId;
use brain::{ErrorKind, RunStatus, Runner, Store as _};
use brain_tests::{Home, output};
use serde_json::json;

fn hook() -> Workflow {
    Workflow::builder("hook")
        .on(Webhook::new("issues", from_env("SECRET")))
        .step(ShellStep::new(
            "told",
            "printf '%s|%s|%s' {trigger.event} {trigger.body/title} {trigger.headers.X-Kind}",
        ))
        .build()
        .expect("the workflow is right")
}

fn pushed() -> Trigger {
    Trigger::webhook(r#"{"title":"it's $(broken)\n"}"#).with_header("X-Kind", "push")
}

#[tokio::test]
async fn what_fired_is_stored_whole() {
    let home = Home::new();
    let runner = Runner::new(home.store());
    let run = runner.fire(&hook(), pushed()).await.unwrap();
    assert_eq!(output(&run, "told"), "webhook|it's $(broken)\n|push");
    let stored = home.store().run(&run.id.into(), None).await.unwrap();
    assert_eq!(
        stored.trigger,
        json!({
            "event": "webhook",
            "body": "{\"title\":\"it's $(broken)\\n\"}",
            "headers": { "x-kind": "push" },
        })
    );
    assert_eq!(stored, run);
}

#[tokio::test]
async fn a_run_waits_and_then_runs() {
    let home = Home::new();
    let runner = Runner::new(home.store());
    let queued = runner.queue(&hook(), &pushed()).await.unwrap();
    let stored = home.store().run(&queued.id.into(), None).await.unwrap();
    assert_eq!(stored, queued);
    assert_eq!(stored.status, RunStatus::Queued);
    let run = runner.run_queued(&hook(), queued.id).await.unwrap();
    assert_eq!((run.id, run.status), (queued.id, RunStatus::Success));
    assert_eq!(output(&run, "told"), "webhook|it's $(broken)\n|push");
    assert_eq!(run.created_at, queued.created_at);
    let stored = home.store().run(&queued.id.into(), None).await.unwrap();
    assert_eq!(stored, run);
    // Its turn comes once.
    let again = runner.run_queued(&hook(), queued.id).await.unwrap_err();
    assert_eq!(again.kind(), ErrorKind::Usage, "{again}");
    let unknown = runner.run_queued(&hook(), RunId::new()).await.unwrap_err();
    assert_eq!(unknown.kind(), ErrorKind::Usage, "{unknown}");
}

#[tokio::test]
async fn what_is_not_run_is_stored_with_its_reason() {
    let home = Home::new();
    let runner = Runner::new(home.store());
    let (hook, reason) = (hook(), "previous run active");
    let skipped = runner.skip(&hook, &pushed(), reason).await.unwrap();
    let stored = home.store().run(&skipped.id.into(), None).await.unwrap();
    assert_eq!(stored, skipped);
    assert_eq!(stored.status, RunStatus::Skipped);
    assert_eq!(stored.error.as_deref(), Some("previous run active"));
    assert!(stored.steps.is_empty());
}

/// A body with a secret in it: a variable that every process has.
fn with_secret() -> (Workflow, Trigger, String) {
    let secret = std::env::var("PATH").expect("a variable");
    let workflow = Workflow::builder("hook")
        .on(Webhook::new("issues", from_env("PATH")))
        .step(ShellStep::new(
            "told",
            "printf %s {trigger.body} | tr -d '\\n' | wc -c",
        ))
        .build()
        .expect("the workflow is right");
    let trigger = Trigger::webhook(format!("key {secret}"));
    (workflow, trigger, secret)
}

#[tokio::test]
async fn what_fired_with_a_secret_is_whole_for_the_process_that_heard_it() {
    let home = Home::new();
    let runner = Runner::new(home.store());
    let (workflow, trigger, secret) = with_secret();
    let queued = runner.queue(&workflow, &trigger).await.unwrap();
    assert_eq!(queued.trigger["body"], "key ***");
    let run = runner.clone().run_queued(&workflow, queued.id).await;
    let run = run.unwrap();
    assert_eq!(run.status, RunStatus::Success, "{run:#?}");
    assert_eq!(
        output(&run, "told").trim(),
        (secret.len() + "key ".len()).to_string()
    );
    assert_eq!(run.trigger["body"], "key ***");
}

#[tokio::test]
async fn what_fired_with_a_secret_is_not_run_without_it() {
    let home = Home::new();
    let (workflow, trigger, _) = with_secret();
    let runner = Runner::new(home.store());
    let queued = runner.queue(&workflow, &trigger).await.unwrap();
    // As after a restart.
    let other = Runner::new(home.store());
    let run = other.run_queued(&workflow, queued.id).await.unwrap();
    assert_eq!(run.status, RunStatus::Skipped);
    assert_eq!(run.steps, []);
    assert_eq!(
        run.error.as_deref(),
        Some("what fired held a secret and was stored without it, so it cannot be used again")
    );
    let stored = home.store().run(&run.id.into(), None).await.unwrap();
    assert_eq!(stored, run);
    let late = runner.run_queued(&workflow, queued.id).await.unwrap_err();
    assert_eq!(late.kind(), ErrorKind::Usage, "{late}");
}
