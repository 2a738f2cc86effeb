//! Runs that their own process does not go on with, though it lives.

use std::sync::Arc;

use brain::prelude::*;
use brain::store::{Abandoned, HistoryQuery, RunReference, RunRow};
use brain::{CutStep, RunStatus, Runner, SqliteStore, StepStatus, Store as _};
use brain_tests::{Gate, Home, Mark, PATIENCE, output, step};

/// Returns the newest run, once it is not running any more.
async fn ended(store: &SqliteStore) -> RunRow {
    let begun = std::time::Instant::now();
    loop {
        let run = store.run(&RunReference::Last, None).await;
        let run = run.expect("a run that is stored");
        if run.status != RunStatus::Running {
            return run;
        }
        assert!(begun.elapsed() < PATIENCE, "it never ends: {run:#?}");
        tokio::task::yield_now().await;
    }
}

async fn passed(gate: Gate) {
    let wait = tokio::task::spawn_blocking(move || gate.wait());
    wait.await.expect("somebody who waits");
}

/// Two steps, the second of which waits for ever once it is there.
fn waits(home: &Home, mark: &Mark, gate: &Gate) -> Workflow {
    let never = Gate::new(home, "never");
    let second = format!("echo up > {}; cat {}", gate.path(), never.path());
    let (name, word) = mark.variable();
    Workflow::builder("waits")
        .step(ShellStep::new("first", "printf one"))
        .step(ShellStep::new("second", second).env([(name, word)]))
        .build()
        .expect("the workflow is right")
}

#[tokio::test]
async fn a_run_whose_future_is_dropped_is_interrupted() {
    let (home, mark) = (Home::new(), Mark::new());
    let gate = Gate::new(&home, "gate");
    let workflow = waits(&home, &mark, &gate);
    let store = home.store();
    let runner = Runner::new(store.clone());
    tokio::select! {
        run = runner.run(&workflow) => panic!("it ended: {run:?}"),
        () = passed(gate) => {}
    }
    let run = ended(&store).await;
    assert_eq!(run.status, RunStatus::Interrupted, "{run:#?}");
    assert_eq!(
        run.error.as_deref(),
        Some("interrupted in step `second`: its process gave it up")
    );
    assert_eq!(output(&run, "first"), "one");
    assert_eq!(step(&run, "second").status, StepStatus::Interrupted);
    assert_eq!(step(&run, "second").attempts.len(), 1);
    assert!(run.ended_at >= run.started_at);
    mark.assert_nobody();
    // Nobody closes it again, and it goes on in the same process.
    assert_eq!(store.recover(run.created_at).await.unwrap(), []);
    let reference = run.id.into();
    let given = CutStep::SkipWith("two".to_owned());
    let resumed = runner.resume(&workflow, &reference, given).await.unwrap();
    assert_eq!(resumed.status, RunStatus::Success);
    assert_eq!(step(&resumed, "first").attempts.len(), 1);
    assert_eq!(output(&resumed, "second"), "two");
}

#[tokio::test]
async fn a_run_is_not_left_running_wherever_it_is_dropped() {
    let home = Home::new();
    let store = home.store();
    let runner = Runner::new(store.clone());
    let workflow = Workflow::builder("brief")
        .step(ShellStep::new("first", "printf one"))
        .step(FnStep::new("second", ["first"], |first: String| {
            first.len()
        }))
        .build()
        .unwrap();
    let mut seen = 0;
    for polls in 0..40 {
        let mut run = Box::pin(runner.run(&workflow));
        for _ in 0..polls {
            if futures_poll(&mut run).await {
                break;
            }
        }
        drop(run);
        let runs = store.history(&HistoryQuery::default()).await;
        seen = seen.max(runs.unwrap().len());
        if seen > 0 {
            let run = ended(&store).await;
            assert!(
                matches!(run.status, RunStatus::Success | RunStatus::Interrupted),
                "{run:#?}"
            );
            for step in &run.steps {
                assert_ne!(step.status, StepStatus::Running, "{run:#?}");
            }
        }
    }
    assert!(seen > 10, "{seen} runs");
}

/// Lets a future go on until it waits for something; tells whether it is done.
async fn futures_poll<F: Future + Unpin>(future: &mut F) -> bool {
    let once = std::future::poll_fn(|context| {
        std::task::Poll::Ready(std::pin::Pin::new(&mut *future).poll(context).is_ready())
    });
    let is_done = once.await;
    // What it waits for may come meanwhile.
    tokio::time::timeout(
        std::time::Duration::from_millis(1),
        std::future::pending::<()>(),
    )
    .await
    .expect_err("nothing that ends");
    is_done
}

#[tokio::test]
async fn a_run_that_cannot_be_stored_is_closed_once_that_works_again() {
    let home = Home::new();
    let store = home.store();
    let full = rusqlite::Connection::open(home.database()).unwrap();
    full.execute_batch(
        "CREATE TRIGGER full BEFORE INSERT ON attempts BEGIN SELECT RAISE(ABORT, 'no room'); END",
    )
    .unwrap();
    let workflow = Workflow::builder("full")
        .on_crash(OnCrash::Resume)
        .step(ShellStep::new("step", "echo done >> done").cwd(home.text()))
        .build()
        .unwrap();
    let runner = Runner::new(store.clone());
    runner.run(&workflow).await.unwrap_err();
    let run = store.run(&RunReference::Last, None).await.unwrap();
    // What really happened is known to nobody but this process, and to close the run takes room, too.
    assert_eq!(run.status, RunStatus::Running);
    full.execute_batch("DROP TRIGGER full").unwrap();
    store.recover(run.created_at).await.unwrap();
    let run = ended(&store).await;
    assert_eq!(run.status, RunStatus::Interrupted);
    assert_eq!(
        run.error.as_deref(),
        Some("interrupted in step `step`: its process could not store what happened")
    );
    // It is a crash as far as the workflow is concerned, and this step is not repeatable.
    let resumed = runner.resume_crashed(&workflow).await.unwrap();
    let refused = resumed[0].1.as_ref().unwrap_err();
    assert!(refused.to_string().contains("not repeatable"), "{refused}");
    assert_eq!(
        std::fs::read_to_string(home.path("done")).unwrap(),
        "done\n"
    );
}

#[tokio::test]
async fn a_run_that_goes_on_is_not_closed_for_the_life_before() {
    let (home, mark) = (Home::new(), Mark::new());
    let gate = Gate::new(&home, "gate");
    let workflow = waits(&home, &mark, &gate);
    let store = home.store();
    let runner = Runner::new(store.clone());
    tokio::select! {
        run = runner.run(&workflow) => panic!("it ended: {run:?}"),
        () = passed(gate) => {}
    }
    let cut = ended(&store).await;
    let begun = cut.started_at.unwrap();
    // As if it were only now that the first life is given up.
    let late = Abandoned {
        run: cut.id,
        since: begun,
        reason: "late",
        at: begun,
    };
    let listener = Arc::new(OnStart(store.clone(), late));
    let given = CutStep::SkipWith("two".to_owned());
    let runner = runner.listener(listener);
    let resumed = runner.resume(&workflow, &cut.id.into(), given).await;
    assert_eq!(resumed.unwrap().status, RunStatus::Success);
}

/// Gives a run up at its first change.
struct OnStart(Arc<SqliteStore>, Abandoned);

impl brain::run::Listener for OnStart {
    fn notice(&self, _: &brain::store::Change) {
        self.0.abandon(self.1.clone());
    }
}
