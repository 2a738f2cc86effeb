//! Steps that are tried more than once.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use brain::prelude::*;
use brain::run::Listener;
use brain::store::{Change, RunReference};
use brain::{RunStatus, Runner, SqliteStore, StepStatus, Store as _};
use brain_tests::{Home, PATIENCE, output, step};
use tokio_util::sync::CancellationToken;

/// Succeeds the third time, and says each time how often it was tried.
const THIRD_TIME: &str = "echo x >> tries; n=$(wc -l < tries); echo $n; test $n -ge 3 || {{ echo not yet >&2; exit 4; }}";

#[tokio::test]
async fn a_command_that_succeeds_the_third_time_is_a_success() {
    let home = Home::new();
    let workflow = Workflow::builder("flaky")
        .step(
            ShellStep::new("flaky", THIRD_TIME)
                .cwd(home.text())
                .attempts(5)
                .backoff(millis(1)),
        )
        .step(ShellStep::new("after", "echo {flaky}"))
        .build();
    let run = home.run(&workflow.unwrap()).await;
    assert_eq!(run.status, RunStatus::Success);
    assert_eq!((output(&run, "flaky"), output(&run, "after")), ("3", "3"));
    let attempts = &step(&run, "flaky").attempts;
    let left = attempts.iter().map(|attempt| {
        let output = attempt.output.as_deref();
        (attempt.number, attempt.status, output)
    });
    let expected = [
        (1, StepStatus::Failed, Some("1")),
        (2, StepStatus::Failed, Some("2")),
        (3, StepStatus::Success, None),
    ];
    assert_eq!(left.collect::<Vec<_>>(), expected);
    let said = "the command ended with exit code 4: not yet";
    assert_eq!(attempts[0].error.as_deref(), Some(said));
    assert_eq!(attempts[2].error, None);
    for pair in attempts.windows(2) {
        assert!(pair[0].ended_at < pair[1].started_at, "{attempts:?}");
    }
}

#[tokio::test]
async fn the_last_attempt_is_the_last_word() {
    let home = Home::new();
    let workflow = workflow!(Workflow {
        name: "hopeless",
        steps: [
            hopeless = shell {
                command: "echo no >&2; exit 1",
                attempts: 2,
                backoff: millis(1),
                repeatable: true
            },
            after = shell {
                command: "echo after"
            },
        ],
    });
    let run = home.run(&workflow).await;
    assert_eq!(run.status, RunStatus::Failed);
    let said = "the command ended with exit code 1: no";
    assert_eq!(run.error, Some(format!("step `hopeless`: {said}")));
    let hopeless = step(&run, "hopeless");
    assert_eq!(hopeless.attempts.len(), 2);
    assert_eq!(hopeless.error.as_deref(), Some(said));
    assert_eq!(run.steps.len(), 1);
}

#[tokio::test]
async fn without_attempts_there_is_one() {
    let home = Home::new();
    let workflow = Workflow::builder("once").step(ShellStep::new("once", "exit 1"));
    let run = home.run(&workflow.build().unwrap()).await;
    assert_eq!(step(&run, "once").attempts.len(), 1);
}

#[tokio::test]
async fn a_fatal_failure_is_not_tried_again() {
    let home = Home::new();
    let calls = Arc::new(AtomicU32::new(0));
    let counted = calls.clone();
    let workflow = Workflow::builder("fatal")
        .step(
            FnStep::try_new("fatal", [], move || -> Result<()> {
                match counted.fetch_add(1, Ordering::Relaxed) {
                    0 => Err(Failure::retry("busy")),
                    _ => Err(Failure::fatal("gone for good")),
                }
            })
            .attempts(20)
            .backoff(millis(1)),
        )
        .build();
    let run = home.run(&workflow.unwrap()).await;
    assert_eq!(run.error.as_deref(), Some("step `fatal`: gone for good"));
    let errors = step(&run, "fatal").attempts.iter();
    let errors: Vec<_> = errors.map(|attempt| attempt.error.as_deref()).collect();
    assert_eq!(errors, [Some("busy"), Some("gone for good")]);
    assert_eq!(calls.load(Ordering::Relaxed), 2);
}

#[tokio::test]
async fn mistakes_that_no_attempt_mends_are_made_once() {
    let home = Home::new();
    let json = ShellStep::new("json", "echo no json");
    for step_of in [
        ShellStep::new("step", "echo {json/a}").attempts(3),
        ShellStep::new("step", "echo too much")
            .max_output(2)
            .attempts(3),
        ShellStep::new("step", "echo a")
            .when(["json"], |_: u32| true)
            .attempts(3),
    ] {
        let workflow = Workflow::builder("once").step(json.clone()).step(step_of);
        let run = home.run(&workflow.build().unwrap()).await;
        assert_eq!(run.status, RunStatus::Failed);
        assert_eq!(step(&run, "step").attempts.len(), 1, "{run:?}");
    }
}

#[tokio::test]
async fn each_attempt_has_the_whole_timeout() {
    let home = Home::new();
    let workflow = Workflow::builder("slow")
        .step(
            ShellStep::new(
                "slow",
                "test -e once || {{ : > once; sleep 60; }}; echo done",
            )
            .cwd(home.text())
            .timeout(millis(1500))
            .attempts(2)
            .backoff(secs(2)),
        )
        .build();
    let run = home.run(&workflow.unwrap()).await;
    assert_eq!(output(&run, "slow"), "done");
    let attempts = &step(&run, "slow").attempts;
    assert_eq!(attempts[0].error.as_deref(), Some("timed out after 1.5s"));
    let waited = attempts[1]
        .started_at
        .milliseconds_since(attempts[0].ended_at);
    assert!((2000..60_000).contains(&waited), "{waited}");
}

/// Stops the run once its first attempt is over, and keeps what the store had of it then.
struct Canceller {
    stop: CancellationToken,
    store: SqliteStore,
    seen: Mutex<Vec<(StepStatus, u32)>>,
}

impl Listener for Canceller {
    fn notice(&self, change: &Change) {
        let Change::AttemptEnded { run, attempt, .. } = change else {
            return;
        };
        let reference = RunReference::from(*run);
        let stored = tokio::task::block_in_place(|| {
            tokio::runtime::Handle::current().block_on(self.store.run(&reference, None))
        })
        .expect("a run that is stored");
        let row = &stored.steps[0];
        assert_eq!(row.attempts.last(), Some(attempt));
        let seen = (row.status, attempt.number);
        self.seen.lock().expect("no panic before").push(seen);
        self.stop.cancel();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_ends_the_wait() {
    let home = Home::new();
    let stop = CancellationToken::new();
    let store = home.store();
    let canceller = Arc::new(Canceller {
        stop: stop.clone(),
        store: SqliteStore::open(&home.database()).unwrap(),
        seen: Mutex::default(),
    });
    let workflow = Workflow::builder("stopped")
        .step(
            ShellStep::new("waits", "echo so far; exit 1")
                .attempts(3)
                .backoff(hours(1)),
        )
        .step(ShellStep::new("after", "echo after"))
        .build()
        .unwrap();
    let runner = Runner::new(store).stop(stop).listener(canceller.clone());
    let run = tokio::time::timeout(PATIENCE, runner.run(&workflow)).await;
    let run = run.expect("no wait of an hour").unwrap();
    assert_eq!(run.status, RunStatus::Interrupted);
    assert_eq!(run.error.as_deref(), Some("interrupted in step `waits`"));
    let waits = step(&run, "waits");
    assert_eq!(waits.status, StepStatus::Interrupted);
    assert_eq!(
        waits.error.as_deref(),
        Some("it was stopped before attempt 2")
    );
    assert_eq!(waits.attempts.len(), 1);
    assert_eq!(waits.attempts[0].output.as_deref(), Some("so far"));
    assert_eq!(run.steps.len(), 1);
    // The attempt was stored before the wait, in which the step still counts as running.
    assert_eq!(*canceller.seen.lock().unwrap(), [(StepStatus::Running, 1)]);
}
