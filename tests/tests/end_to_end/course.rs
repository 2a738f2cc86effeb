//! The course of a run: what is stored, in which order, and what a later run sees of it.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};

use brain::clock::{Clock, Timestamp};
use brain::prelude::*;
use brain::run::Listener;
use brain::store::{Change, HistoryQuery, RunReference, RunRow};
use brain::{RunStatus, Runner, SqliteStore, StepStatus, Store as _};
use brain_tests::{Home, output, step};

/// Waits for a store in a place that cannot wait.
fn wait<T: Send>(future: impl Future<Output = T> + Send) -> T {
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| {
            let runtime = tokio::runtime::Builder::new_current_thread().build();
            runtime.expect("a runtime").block_on(future)
        });
        waiting.join().expect("no panic while waiting")
    })
}

/// Reads the store whenever it hears of something.
struct Reader {
    store: SqliteStore,
    heard: Mutex<Vec<String>>,
}

impl Listener for Reader {
    fn notice(&self, change: &Change) {
        let stored = |run| -> RunRow {
            let reference = RunReference::from(run);
            wait(self.store.run(&reference, None)).expect("a run that is stored")
        };
        let heard = match change {
            Change::RunStarted { run, .. } => {
                // What is stored may be ahead of what is told, never behind.
                assert_eq!(stored(*run).status, RunStatus::Running);
                "run started".to_owned()
            }
            Change::StepStarted { run, name, .. } => {
                assert_eq!(step(&stored(*run), name).status, StepStatus::Running);
                format!("{name} started")
            }
            Change::StepSkipped { run, name, .. } => {
                assert_eq!(step(&stored(*run), name).status, StepStatus::Skipped);
                format!("{name} skipped")
            }
            Change::AttemptEnded {
                run,
                position,
                attempt,
            } => {
                let row = stored(*run).steps[*position as usize].clone();
                assert_eq!(row.attempts.last(), Some(attempt));
                format!("attempt {} ended", attempt.number)
            }
            Change::StepEnded {
                run,
                name,
                status,
                output,
                ..
            } => {
                let row = step(&stored(*run), name).clone();
                assert_eq!(
                    (row.status, row.output.as_deref()),
                    (*status, output.as_deref())
                );
                format!("{name} {status}")
            }
            Change::RunEnded { run, status, .. } => {
                assert_eq!(stored(*run).status, *status);
                format!("run {status}")
            }
            other => panic!("{other:?} is new"),
        };
        self.heard.lock().expect("no panic before").push(heard);
    }
}

#[tokio::test]
async fn each_change_is_stored_before_it_is_told() {
    let home = Home::new();
    let reader = Arc::new(Reader {
        store: SqliteStore::open(&home.database()).unwrap(),
        heard: Mutex::default(),
    });
    let workflow = Workflow::builder("told")
        .step(ShellStep::new("one", "echo 1"))
        .step(ShellStep::new("skipped", "echo 2").when([], || false))
        .step(ShellStep::new("three", "echo 3").when([], || true))
        .step(ShellStep::new("four", "exit 1"))
        .step(ShellStep::new("five", "echo 5"))
        .build();
    let runner = Runner::new(home.store()).listener(reader.clone());
    let run = runner.run(&workflow.unwrap()).await.unwrap();
    assert_eq!(run.status, RunStatus::Failed);
    let heard = reader.heard.lock().unwrap();
    let expected = [
        "run started",
        "one started",
        "attempt 1 ended",
        "one success",
        "skipped skipped",
        "three started",
        "attempt 1 ended",
        "three success",
        "four started",
        "attempt 1 ended",
        "four failed",
        "run failed",
    ];
    assert_eq!(*heard, expected);
}

/// Reads the store from within a run.
fn statuses(database: &std::path::Path, run: &Run) -> Vec<(String, StepStatus)> {
    let store = SqliteStore::open_for_reading(database).expect("a store");
    let reference: RunReference = run.id().parse().expect("an id");
    let run = wait(store.run(&reference, None)).expect("a run that is stored");
    let steps = run.steps.into_iter();
    steps.map(|step| (step.name, step.status)).collect()
}

#[tokio::test]
async fn a_step_that_runs_finds_itself_and_what_was_before_in_the_store() {
    let home = Home::new();
    let database = home.database();
    let workflow = Workflow::builder("inside")
        .step(ShellStep::new("one", "echo 1"))
        .step(FnStep::new("inside", ["run"], move |run: Run| {
            format!("{:?}", statuses(&database, &run))
        }))
        .build();
    let run = home.run(&workflow.unwrap()).await;
    let seen = output(&run, "inside");
    assert_eq!(seen, r#"[("one", Success), ("inside", Running)]"#);
}

#[tokio::test]
async fn an_output_is_stored_although_the_next_condition_takes_its_time() {
    let home = Home::new();
    let database = home.database();
    let workflow = Workflow::builder("condition")
        .step(ShellStep::new("one", "echo 1"))
        .step(
            FnStep::new("two", [], || {}).when(["run"], move |run: Run| {
                // Returns only once the end of the step before is stored.
                while statuses(&database, &run) != [("one".to_owned(), StepStatus::Success)] {
                    std::thread::yield_now();
                }
                true
            }),
        )
        .build()
        .unwrap();
    let run = home.run(&workflow);
    let run = tokio::time::timeout(brain_tests::PATIENCE, run)
        .await
        .unwrap();
    assert_eq!(run.status, RunStatus::Success);
}

#[tokio::test]
async fn a_failing_step_ends_the_run_and_is_told() {
    let home = Home::new();
    let workflow = workflow!(Workflow {
        name: "failing",
        steps: [
            before = shell {
                command: "echo fine"
            },
            broken = shell {
                command: "echo so far; echo 'no such luck' >&2; exit 3"
            },
            after = shell {
                command: "touch AFTER"
            },
        ],
    });
    let run = home.run(&workflow).await;
    assert_eq!(run.status, RunStatus::Failed);
    let said = "the command ended with exit code 3: no such luck";
    assert_eq!(run.error, Some(format!("step `broken`: {said}")));
    let names: Vec<&str> = run.steps.iter().map(|step| step.name.as_str()).collect();
    assert_eq!(names, ["before", "broken"]);
    let broken = step(&run, "broken");
    assert_eq!((broken.status, &broken.output), (StepStatus::Failed, &None));
    assert_eq!(broken.error.as_deref(), Some(said));
    assert_eq!(broken.attempts[0].output.as_deref(), Some("so far"));
    assert_eq!(broken.attempts[0].record["exit_code"], 3);
    assert!(!home.path("AFTER").exists());
    let listed = home
        .store()
        .history(&HistoryQuery::default())
        .await
        .unwrap();
    assert_eq!(
        (listed[0].status, &listed[0].error),
        (run.status, &run.error)
    );
}

#[tokio::test]
async fn the_last_run_is_the_last_successful_one_of_the_same_workflow() {
    let home = Home::new();
    let counter = |name: &'static str, fails_at: u32| {
        Workflow::builder(name)
            .step(FnStep::new("n", ["last_run"], |last_run: LastRun| {
                let before = last_run.output("n").map(|n| n.parse::<u32>().unwrap());
                before.unwrap_or(0) + 1
            }))
            .step(ShellStep::argv(
                "text",
                ["printf", "%s", "after {last_run.n|none}"],
            ))
            .step(FnStep::try_new("end", ["n"], move |n: u32| {
                if n == fails_at {
                    Err("not this time")
                } else {
                    Ok(n)
                }
            }))
            .build()
            .unwrap()
    };
    let (one, other) = (counter("one", 3), counter("other", 99));
    let mut seen = Vec::new();
    for workflow in [&one, &other, &one, &one, &one, &other] {
        let run = home.run(workflow).await;
        seen.push((
            run.status,
            output(&run, "n").to_owned(),
            output(&run, "text").to_owned(),
        ));
    }
    let seen: Vec<_> = seen
        .iter()
        .map(|(status, n, text)| (*status, n.as_str(), text.as_str()))
        .collect();
    assert_eq!(
        seen,
        [
            (RunStatus::Success, "1", "after none"),
            (RunStatus::Success, "1", "after none"),
            (RunStatus::Success, "2", "after 1"),
            // A run that failed leaves nothing for the next one.
            (RunStatus::Failed, "3", "after 2"),
            (RunStatus::Failed, "3", "after 2"),
            (RunStatus::Success, "2", "after 1"),
        ]
    );
}

#[tokio::test]
async fn the_last_run_is_known_wherever_it_is_read() {
    let folder = Home::new();
    let steps = |name: &'static str| -> Vec<brain::Step> {
        let text = "{last_run.x|none}";
        vec![
            ShellStep::new(name, format!("echo {text}")).into(),
            ShellStep::argv(name, ["echo", text]).into(),
            ShellStep::argv(name, ["cat"]).stdin(text).into(),
            ShellStep::new(name, "echo \"$V\"")
                .env([("V", text)])
                .into(),
            ShellStep::new(name, "basename \"$PWD\"")
                .cwd(format!("{}/{text}", folder.text()))
                .into(),
            ShellStep::new(name, "echo {last_run.json/a|none}").into(),
            LlmStep::new(name, text).offline(extractive(1)).into(),
            MemoryStep::query(name, text).into(),
            FnStep::new(name, ["last_run"], |last_run: LastRun| {
                last_run.output("x").unwrap_or("none").to_owned()
            })
            .into(),
            FnStep::new(name, [], || "seen")
                .when(["last_run"], |last_run: LastRun| {
                    last_run.output("x").is_some()
                })
                .into(),
        ]
    };
    for value in ["none", "seen"] {
        std::fs::create_dir(folder.path(value)).unwrap();
    }
    for (number, step) in steps("probe").into_iter().enumerate() {
        let home = Home::new();
        let workflow = Workflow::builder("last")
            .step(MemoryStep::remember("kept", "seen"))
            .step(FnStep::new("x", [], || "seen"))
            .step(FnStep::new("json", [], || r#"{"a":"seen"}"#))
            .step(step)
            .build()
            .unwrap();
        let first = home.run(&workflow).await;
        assert_eq!(first.error, None, "{number}");
        let before = brain_tests::step(&first, "probe").output.clone();
        assert_ne!(before.as_deref(), Some("seen"), "{number}");
        let second = home.run(&workflow).await;
        assert_eq!(output(&second, "probe"), "seen", "{number}");
    }
}

#[tokio::test]
async fn the_last_run_of_a_skipped_step_has_no_output() {
    let home = Home::new();
    let workflow = |runs: bool| {
        Workflow::builder("skipping")
            .step(ShellStep::new("sometimes", "echo here").when([], move || runs))
            .step(ShellStep::argv(
                "text",
                ["printf", "%s", "{last_run.sometimes|absent}"],
            ))
            .build()
            .unwrap()
    };
    let mut texts = Vec::new();
    for runs in [true, false, true] {
        texts.push(output(&home.run(&workflow(runs)).await, "text").to_owned());
    }
    assert_eq!(texts, ["absent", "here", "absent"]);
}

#[tokio::test]
async fn a_thousand_steps_run() {
    let home = Home::new();
    let mut workflow = Workflow::builder("thousand").step(FnStep::new("step0", [], || 0));
    for number in 1..1000 {
        let before = format!("step{}", number - 1);
        workflow = workflow.step(FnStep::new(
            format!("step{number}"),
            [before.as_str()],
            |n: u32| n + 1,
        ));
    }
    let run = home.run(&workflow.build().unwrap()).await;
    assert_eq!(run.status, RunStatus::Success);
    assert_eq!(run.steps.len(), 1000);
    assert_eq!(output(&run, "step999"), "999");
}

#[tokio::test]
async fn a_hundred_commands_run() {
    let home = Home::new();
    let mut workflow = Workflow::builder("hundred").step(ShellStep::new("step0", "echo 0"));
    for number in 1..100 {
        let command = format!("echo $(({{raw:step{}}} + 1))", number - 1);
        workflow = workflow.step(ShellStep::new(format!("step{number}"), command));
    }
    let run = home.run(&workflow.build().unwrap()).await;
    assert_eq!(output(&run, "step99"), "99");
}

#[tokio::test]
async fn times_never_run_backwards() {
    let home = Home::new();
    let workflow = Workflow::builder("times")
        .step(ShellStep::new("one", "true"))
        .step(ShellStep::new("two", "sleep 0.2"))
        .step(ShellStep::new("three", "true"))
        .build();
    let run = home.run(&workflow.unwrap()).await;
    let mut times = vec![run.created_at, run.started_at.unwrap()];
    for step in &run.steps {
        times.extend([step.started_at.unwrap(), step.ended_at.unwrap()]);
    }
    times.push(run.ended_at.unwrap());
    assert!(times.is_sorted(), "{times:?}");
    let two = step(&run, "two");
    let took = two
        .ended_at
        .unwrap()
        .milliseconds_since(two.started_at.unwrap());
    assert!(took >= 200, "{took} ms");
}

#[tokio::test]
async fn a_token_interrupts_a_run() {
    for (number, second) in [
        ShellStep::new("second", "echo up > up; sleep 60").into(),
        brain::Step::from(FnStep::new_async("second", ["run"], async |_run: Run| {
            std::future::pending::<()>().await;
        })),
    ]
    .into_iter()
    .enumerate()
    {
        let home = Home::new();
        let stop = tokio_util::sync::CancellationToken::new();
        let workflow = Workflow::builder("stopped")
            .step(ShellStep::new("first", "echo 1"))
            .step(second)
            .step(ShellStep::new("third", "echo 3"))
            .build()
            .unwrap();
        let canceller = Arc::new(Canceller(stop.clone()));
        let runner = Runner::new(home.store()).stop(stop).listener(canceller);
        let run = runner.run(&workflow).await.unwrap();
        assert_eq!(run.status, RunStatus::Interrupted, "{number}");
        assert_eq!(run.error.as_deref(), Some("interrupted in step `second`"));
        assert_eq!(output(&run, "first"), "1");
        assert_eq!(step(&run, "second").status, StepStatus::Interrupted);
        assert_eq!(run.steps.len(), 2);
    }
}

/// Stops a run once its second step has started.
struct Canceller(tokio_util::sync::CancellationToken);

impl Listener for Canceller {
    fn notice(&self, change: &Change) {
        if let Change::StepStarted { position: 1, .. } = change {
            self.0.cancel();
        }
    }
}

#[tokio::test]
async fn a_step_that_was_not_started_when_the_run_was_stopped_leaves_no_row() {
    let home = Home::new();
    let stop = tokio_util::sync::CancellationToken::new();
    let inner = stop.clone();
    let workflow = Workflow::builder("stopped")
        .step(FnStep::new("first", [], || 1))
        .step(FnStep::new("second", [], || 2).when([], move || {
            inner.cancel();
            true
        }))
        .build();
    let runner = Runner::new(home.store()).stop(stop.clone());
    let run = runner.run(&workflow.unwrap()).await.unwrap();
    assert_eq!(run.status, RunStatus::Interrupted);
    assert_eq!(
        run.error.as_deref(),
        Some("interrupted before step `second`")
    );
    assert_eq!(run.steps.len(), 1, "{run:?}");
}

/// A clock that is set back an hour whenever it is asked.
#[derive(Debug, Default)]
struct SetBack(AtomicI64);

impl Clock for SetBack {
    fn now(&self) -> Timestamp {
        const HOUR: i64 = 3_600_000_000;
        let times = self.0.fetch_add(1, Ordering::Relaxed);
        Timestamp::from_microseconds(1_800_000_000_000_000 - times * HOUR)
    }
}

#[tokio::test]
async fn a_clock_that_is_set_back_disturbs_nothing() {
    let home = Home::new();
    let workflow = Workflow::builder("back")
        .step(FnStep::new("n", ["last_run"], |last_run: LastRun| {
            let before = last_run.output("n").map(|n| n.parse::<u32>().unwrap());
            before.unwrap_or(0) + 1
        }))
        .step(ShellStep::new("command", "true"))
        .build()
        .unwrap();
    let store = home.store();
    let runner = Runner::new(store.clone()).clock(Arc::new(SetBack::default()));
    for number in 1..=3 {
        let run = runner.run(&workflow).await.unwrap();
        // The last run is the one that was recorded last, whatever time it says.
        assert_eq!(output(&run, "n"), number.to_string());
        assert!(run.started_at <= run.ended_at, "{run:?}");
        for step in &run.steps {
            assert!(run.started_at <= step.started_at, "{step:?}");
            assert!(step.started_at <= step.ended_at, "{step:?}");
        }
        let stored = store.run(&RunReference::Last, None).await.unwrap();
        assert_eq!(stored, run);
    }
}

#[tokio::test]
async fn a_run_that_is_stopped_before_it_begins_is_interrupted() {
    let home = Home::new();
    let stop = tokio_util::sync::CancellationToken::new();
    stop.cancel();
    let workflow = Workflow::builder("stopped")
        .step(ShellStep::new("first", "touch STARTED").cwd(home.text()))
        .build();
    let runner = Runner::new(home.store()).stop(stop);
    let run = runner.run(&workflow.unwrap()).await.unwrap();
    assert_eq!(run.status, RunStatus::Interrupted);
    assert_eq!(
        run.error.as_deref(),
        Some("interrupted before step `first`")
    );
    assert!(run.steps.is_empty());
    assert!(!home.path("STARTED").exists());
    let stored = home.store().run(&RunReference::Last, None).await.unwrap();
    assert_eq!(stored, run);
}

#[tokio::test]
async fn a_condition_that_never_answers_can_be_interrupted() {
    let home = Home::new();
    let stop = tokio_util::sync::CancellationToken::new();
    let inner = stop.clone();
    let workflow = Workflow::builder("condition")
        .step(FnStep::new("first", [], || 1))
        .step(FnStep::new("second", [], || 2).when([], move || -> bool {
            inner.cancel();
            loop {
                std::thread::park();
            }
        }))
        .build();
    let runner = Runner::new(home.store()).stop(stop.clone());
    let run = runner.run(&workflow.unwrap()).await.unwrap();
    assert_eq!(run.status, RunStatus::Interrupted);
    assert_eq!(run.steps.len(), 1);
}

#[tokio::test]
async fn runs_side_by_side_do_not_mix() {
    let home = Home::new();
    let runner = Runner::new(home.store());
    let workflow = Workflow::builder("side")
        .step(FnStep::new("id", ["run"], |run: Run| run.id().to_owned()))
        .step(ShellStep::new("echoed", "sleep 0.1; echo {id}"))
        .build()
        .unwrap();
    let mut runs = tokio::task::JoinSet::new();
    for _ in 0..16 {
        let (runner, workflow) = (runner.clone(), workflow.clone());
        runs.spawn(async move { runner.run(&workflow).await.unwrap() });
    }
    for run in runs.join_all().await {
        assert_eq!(run.error, None);
        assert_eq!(output(&run, "echoed"), run.id.to_string());
    }
}

#[tokio::test]
async fn a_run_that_is_dropped_leaves_no_process() {
    let (home, mark) = (Home::new(), brain_tests::Mark::new());
    let gate = brain_tests::Gate::new(&home, "gate");
    let command = format!("echo up > {}; sleep 60 | sleep 60", gate.path());
    let workflow = Workflow::builder("dropped")
        .step(ShellStep::new("first", "echo 1"))
        .step(ShellStep::new("second", command).env([mark.variable()]))
        .build()
        .unwrap();
    let runner = Runner::new(home.store());
    let up = tokio::task::spawn_blocking(move || gate.wait());
    tokio::select! {
        run = runner.run(&workflow) => panic!("it ended: {run:?}"),
        _ = up => {}
    }
    mark.assert_nobody();
    let run = home.store().run(&RunReference::Last, None).await.unwrap();
    assert_eq!(output(&run, "first"), "1");
}
