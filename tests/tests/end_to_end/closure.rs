//! Closures: what they read, what they give, and how they end.

use std::collections::BTreeMap;

use brain::prelude::*;
use brain::{RunStatus, StepStatus};
use brain_tests::{Home, Mark, PATIENCE, output, step};
use serde::{Deserialize, Serialize};

#[derive(Debug, Serialize, Deserialize, PartialEq)]
struct Issue {
    title: String,
    labels: Vec<String>,
}

#[tokio::test]
async fn typed_values_go_from_step_to_step() {
    let home = Home::new();
    let workflow = workflow!(Workflow {
        name: "typed",
        steps: [
            text = shell {
                command: "echo '{{\"title\": \"a b\", \"labels\": [\"x\"]}}'"
            },
            issue = |text: Issue| Issue {
                labels: vec![text.title.clone()],
                ..text
            },
            labels = |issue: Issue| issue.labels,
            first = |labels: Vec<String>| labels[0].clone(),
            as_text = |issue: String| issue,
            count = |labels: Vec<String>, first: String| labels.len() + first.len(),
            nothing = |count: usize| assert!(count > 0),
            slow = async |count: usize| {
                tokio::task::yield_now().await;
                count * 2
            },
            used = shell {
                command: "echo {slow} {first} {issue/labels/0} [{nothing}]"
            },
        ],
    });
    let run = home.run(&workflow).await;
    assert_eq!(run.error, None);
    assert_eq!(
        output(&run, "as_text"),
        r#"{"title":"a b","labels":["a b"]}"#
    );
    assert_eq!(output(&run, "first"), "a b");
    assert_eq!(output(&run, "count"), "4");
    assert_eq!(output(&run, "nothing"), "");
    assert_eq!(output(&run, "used"), "8 a b a b []");
}

#[tokio::test]
async fn the_run_and_what_made_it_can_be_read() {
    let home = Home::new();
    let workflow = workflow!(Workflow {
        name: "context",
        steps: [
            id = |run: Run| run.id().to_owned(),
            name = |run: Run| run.workflow().to_owned(),
            event = |trigger: Trigger| trigger.event().to_string(),
            before = |last_run: LastRun| last_run.id().map(str::to_owned),
            texts = shell {
                command: "echo {run.id} {run.workflow} {trigger.event}"
            },
        ],
    });
    let first = home.run(&workflow).await;
    let id = first.id.to_string();
    assert_eq!(output(&first, "id"), id);
    assert_eq!(output(&first, "name"), "context");
    assert_eq!(output(&first, "event"), "manual");
    assert_eq!(output(&first, "before"), "");
    assert_eq!(output(&first, "texts"), format!("{id} context manual"));
    let second = home.run(&workflow).await;
    assert_eq!(output(&second, "before"), id);
}

/// Runs a closure alone and returns the row of its step.
async fn called(step: FnStep) -> brain::store::StepRow {
    let home = Home::new();
    let workflow = Workflow::builder("called").step(step).build();
    let run = home.run(&workflow.expect("a workflow")).await;
    let row = run.steps[0].clone();
    let is_success = row.status == StepStatus::Success;
    assert_eq!(run.status == RunStatus::Success, is_success, "{run:?}");
    row
}

#[tokio::test]
async fn results_decide() {
    let good = called(FnStep::try_new("x", [], || Ok::<_, std::io::Error>(7))).await;
    assert_eq!(good.output.as_deref(), Some("7"));
    let bad = called(FnStep::try_new("x", [], || {
        Err::<u8, _>(std::io::Error::other("disk gone"))
    }))
    .await;
    assert_eq!(bad.error.as_deref(), Some("disk gone"));
    assert_eq!(bad.output, None);
    let bad = called(FnStep::try_new_async("x", [], async || {
        Err::<u8, _>("not today")
    }))
    .await;
    assert_eq!(bad.error.as_deref(), Some("not today"));

    let home = Home::new();
    let workflow = workflow!(Workflow {
        name: "results",
        steps: [
            number = shell {
                command: "echo twelve"
            },
            parsed = |number: String| -> Result<u32> { Ok(number.parse::<u32>()?) },
        ],
    });
    let run = home.run(&workflow).await;
    let parsed = step(&run, "parsed");
    assert_eq!(
        parsed.error.as_deref(),
        Some("invalid digit found in string")
    );
    assert_eq!(
        run.error.as_deref(),
        Some("step `parsed`: invalid digit found in string")
    );
}

#[tokio::test]
async fn a_panic_fails_the_step_and_nothing_else() {
    for step in [
        FnStep::new("x", [], || -> u8 { panic!("what a {}", "pity") }),
        FnStep::new_async("x", [], async || -> u8 { panic!("what a pity") }),
    ] {
        let row = called(step).await;
        assert_eq!(row.status, StepStatus::Failed);
        assert_eq!(
            row.error.as_deref(),
            Some("the closure panicked: what a pity")
        );
    }
    let row = called(FnStep::new("x", [], || {}).when([], || -> bool { panic!("odd") })).await;
    let error = row.error.unwrap();
    assert!(error.contains("`when`") && error.contains("odd"), "{error}");
}

#[tokio::test]
async fn numbers_that_json_does_not_have_fail() {
    for step in [
        FnStep::new("x", [], || f64::NAN),
        FnStep::new("x", [], || vec![1.0, f64::INFINITY]),
        FnStep::new("x", [], || BTreeMap::from([("a", Some(f32::NEG_INFINITY))])),
        FnStep::new_async("x", [], async || f64::NAN),
    ] {
        let error = called(step).await.error.unwrap();
        assert!(error.contains("JSON"), "{error}");
    }
}

#[tokio::test]
async fn what_cannot_be_read_names_the_step_and_the_type() {
    let home = Home::new();
    for text in ["twelve", "12 13", "-1", "1.5", "[1]", "", "999999999999"] {
        let workflow = Workflow::builder("read")
            .step(FnStep::new("text", [], move || text))
            .step(FnStep::new("number", ["text"], |number: u32| number))
            .build();
        let run = home.run(&workflow.unwrap()).await;
        let error = step(&run, "number").error.as_deref().unwrap();
        assert!(
            error.starts_with("could not read `text` as `u32`: "),
            "{error}"
        );
    }
}

#[tokio::test]
async fn skipped_steps_are_none_and_defaults() {
    let home = Home::new();
    let workflow = workflow!(Workflow {
        name: "skips",
        steps: [
            wanted = || false,
            skipped = shell {
                command: "echo never; touch STARTED",
                when: |wanted: bool| wanted
            },
            ran = shell {
                command: "echo ran",
                when: |wanted: bool| !wanted
            },
            optional =
                |skipped: Option<String>, ran: Option<String>| { format!("{skipped:?} {ran:?}") },
            texts = shell {
                command: "echo {skipped|nothing here} {ran|nothing}"
            },
            call = call {
                run: || 1,
                when: |skipped: Option<String>| skipped.is_some()
            },
            after = |call: Option<u8>| call.unwrap_or(9),
        ],
    });
    let run = home.run(&workflow).await;
    assert_eq!(run.error, None);
    let skipped = step(&run, "skipped");
    assert_eq!(skipped.status, StepStatus::Skipped);
    assert_eq!((&skipped.output, skipped.started_at), (&None, None));
    assert!(skipped.attempts.is_empty());
    assert_eq!(output(&run, "optional"), r#"None Some("ran")"#);
    assert_eq!(output(&run, "texts"), "nothing here ran");
    assert_eq!(step(&run, "call").status, StepStatus::Skipped);
    assert_eq!(output(&run, "after"), "9");
}

#[tokio::test]
async fn an_async_closure_ends_at_its_deadline() {
    let never = || FnStep::new_async("x", [], async || std::future::pending::<u8>().await);
    let row = called(never().timeout(millis(200))).await;
    assert_eq!(row.error.as_deref(), Some("timed out after 200ms"));
    let started = row.started_at.unwrap();
    let took = row.ended_at.unwrap().milliseconds_since(started);
    assert!((200..15_000).contains(&took), "{took} ms");
}

#[tokio::test]
async fn what_an_async_closure_waits_for_is_dropped_at_its_deadline() {
    struct Bell(std::sync::mpsc::Sender<()>);
    impl Drop for Bell {
        fn drop(&mut self) {
            // The test may be over.
            let _ = self.0.send(());
        }
    }
    let (sender, dropped) = std::sync::mpsc::channel();
    let sender = std::sync::Mutex::new(sender);
    let step = FnStep::new_async("x", [], async move || {
        let _bell = Bell(sender.lock().unwrap().clone());
        std::future::pending::<()>().await;
    });
    let row = called(step.timeout(millis(50))).await;
    assert_eq!(row.status, StepStatus::Failed);
    dropped.recv_timeout(PATIENCE).unwrap();
}

#[test]
fn a_deadline_for_a_closure_that_cannot_be_stopped_is_refused() {
    let error = Workflow::builder("sync")
        .step(FnStep::new("x", [], || 1).timeout(secs(1)))
        .build()
        .unwrap_err();
    assert!(error.to_string().contains("async"), "{error}");
}

#[tokio::test]
async fn a_command_that_a_closure_cannot_see_is_stopped_with_its_step() {
    let (home, mark) = (Home::new(), Mark::new());
    let workflow = Workflow::builder("both")
        .step(
            ShellStep::new("late", "sleep 30 | sleep 30")
                .timeout(millis(200))
                .env([mark.variable()]),
        )
        .step(FnStep::new("after", ["late"], |late: String| late))
        .build();
    let run = home.run(&workflow.unwrap()).await;
    assert_eq!(run.steps.len(), 1, "{run:?}");
    mark.assert_nobody();
}
