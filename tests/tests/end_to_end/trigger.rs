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
