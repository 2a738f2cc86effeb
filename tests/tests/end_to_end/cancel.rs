//! Runs that another process ends.

use std::fs;

use brain::prelude::*;
use brain::{CutStep, ErrorKind, RunStatus, Runner};
use brain_tests::{Gate, Home, Mark, Program, Running, Signal, executable};
use serde_json::Value;

fn started(home: &Home, mark: &Mark, second: &str) -> Running {
    let gate = Gate::new(home, "gate");
    let (name, word) = mark.variable();
    let program = home.program(executable!("lives"));
    let running = program
        .env(name, word)
        .env("SECOND", format!("echo up > {}; {second}", gate.path()))
        .args(["--json"])
        .start();
    gate.wait();
    running
}

fn cancel(home: &Home) -> Program {
    home.program(executable!("brain-command"))
        .args(["cancel", "last"])
}

fn marks(home: &Home) -> String {
    fs::read_to_string(home.path("MARKS")).unwrap_or_default()
}

#[test]
fn another_process_cancels_a_run() {
    let (home, mark) = (Home::new(), Mark::new());
    let running = started(&home, &mark, "sleep 60 | sleep 60");
    let begun = std::time::Instant::now();
    let cancelled = cancel(&home).run();
    // It was told of the end, and has not waited as long as it would for one that never comes.
    assert!(begun.elapsed() < std::time::Duration::from_secs(14));
    assert_eq!(cancelled.with_code(0).stdout, "");
    assert!(cancelled.stderr.contains("cancelled"), "{cancelled:?}");
    let run = running.end();
    let run = run.with_code(1).json();
    assert_eq!(run["status"], "cancelled", "{run:#}");
    assert_eq!(run["error"], "cancelled in step `second`");
    assert_eq!(run["steps"][2]["status"], "cancelled");
    assert_eq!(run["steps"][2]["error"], "it was cancelled before it ended");
    // `on_failure` is not run, `always` is.
    assert_eq!(marks(&home), "first\nsecond\ncleaned\n");
    mark.assert_nobody();
    // It is over, and says so.
    let again = cancel(&home).run();
    again.with_code(2);
    assert!(
        again.stderr.contains("has already ended: cancelled"),
        "{again:?}"
    );
    // A cancelled run can go on.
    let resumed = home
        .program(executable!("lives"))
        .env("SECOND", "printf two");
    let resumed = resumed.args(["resume", "last", "--again", "--json"]).run();
    let run = resumed.with_code(0).json();
    assert_eq!(run["steps"][4]["output"], "one+two");
}

#[test]
fn a_second_cancel_ends_what_always_runs() {
    let (home, mark) = (Home::new(), Mark::new());
    let (up, end) = (Gate::new(&home, "up"), Gate::new(&home, "end"));
    let (name, word) = mark.variable();
    let running = home
        .program(executable!("lives"))
        .env(name, word)
        .env("SECOND", format!("echo up > {}; sleep 60", up.path()))
        .env("CLEANED", format!("echo up > {}; sleep 60", end.path()))
        .start();
    up.wait();
    let first = cancel(&home).start();
    end.wait();
    cancel(&home).run().with_code(0);
    first.end().with_code(0);
    running.end().with_code(1);
    mark.assert_nobody();
    let show = home
        .program(executable!("lives"))
        .args(["show", "last", "--json"]);
    let run = show.run().with_code(0).json();
    assert_eq!(run["status"], "cancelled");
    assert_eq!(run["steps"][3]["name"], "cleaned");
    assert_eq!(run["steps"][3]["status"], "cancelled");
}

#[test]
fn a_run_of_a_dead_process_is_cancelled_at_once() {
    let (home, mark) = (Home::new(), Mark::new());
    let running = started(&home, &mark, "sleep 60");
    running.signal(Signal::KILL);
    running.end();
    drop(mark);
    let cancelled = cancel(&home).args(["--json"]).run();
    let run = cancelled.with_code(0).json();
    assert_eq!(run["status"], "cancelled", "{run:#}");
    assert_eq!(run["steps"][2]["status"], "cancelled");
    assert_eq!(run["error"], "cancelled after the process that ran it died");
}

/// Too many programs watch files: the wake file is looked at instead.
#[test]
fn a_run_is_cancelled_where_nothing_can_be_watched() {
    let (home, mark) = (Home::new(), Mark::new());
    let gate = Gate::new(&home, "gate");
    let none = "echo 0 > /proc/sys/user/max_inotify_instances || exit 77; exec \"$0\" --json";
    let (name, word) = mark.variable();
    let may_have_a_namespace = home
        .program("unshare")
        .args(["--user", "--map-root-user", "sh", "-c", none, "true"])
        .run();
    if may_have_a_namespace.code != Some(0) {
        // Some machines give users no namespaces.
        return;
    }
    let lives = executable!("lives");
    let running = home
        .program("unshare")
        .args(["--user", "--map-root-user", "sh", "-c", none, lives])
        .env(name, word)
        .env("SECOND", format!("echo up > {}; sleep 60", gate.path()))
        .env("BRAIN_LOG", "info")
        .start();
    gate.wait();
    cancel(&home).run().with_code(0);
    let ended = running.end();
    let run = ended.with_code(1).json();
    assert_eq!(run["status"], "cancelled", "{run:#}");
    assert!(ended.stderr.contains("could not be watched"), "{ended:?}");
    mark.assert_nobody();
}

#[test]
fn what_cannot_be_cancelled_is_refused() {
    let home = Home::new();
    let none = cancel(&home).run();
    none.with_code(2);
    assert!(none.stderr.contains("no run `last`"), "{none:?}");
    let run = home.program(executable!("lives")).env("SECOND", "printf x");
    run.run().with_code(0);
    for arguments in [&["cancel", "last"][..], &["cancel", "zz"], &["cancel"]] {
        let refused = home
            .program(executable!("lives"))
            .args(arguments.iter().copied());
        assert_eq!(refused.run().with_code(2).stdout, "");
    }
}

#[tokio::test]
async fn a_run_that_waits_is_cancelled() {
    let home = Home::new();
    let workflow = Workflow::builder("waits")
        .step(ShellStep::new("step", "true"))
        .build()
        .unwrap();
    let runner = Runner::new(home.store());
    let queued = runner.queue(&workflow, &Trigger::manual()).await.unwrap();
    let run = runner.cancel(&queued.id.into(), None).await.unwrap();
    assert_eq!(run.status, RunStatus::Cancelled);
    assert_eq!(run.started_at, None);
    let late = runner.run_queued(&workflow, queued.id).await.unwrap_err();
    assert_eq!(late.kind(), ErrorKind::Usage);
    let resumed = runner
        .resume(&workflow, &run.id.into(), CutStep::IfRepeatable)
        .await;
    assert_eq!(resumed.unwrap().status, RunStatus::Success);
}

#[tokio::test]
async fn only_the_run_that_is_meant_is_cancelled() {
    let home = Home::new();
    let gates: Vec<Gate> = ["a", "b"]
        .iter()
        .map(|name| Gate::new(&home, name))
        .collect();
    let go = Gate::new(&home, "go");
    let of = |name: &str, command: String| {
        let step = ShellStep::new("step", command);
        Workflow::builder(name).step(step).build().unwrap()
    };
    let a = of("a", format!("echo up > {}; sleep 60", gates[0].path()));
    let b = of(
        "b",
        format!("echo up > {}; cat {}", gates[1].path(), go.path()),
    );
    let runner = Runner::new(home.store());
    let (first, second) = (runner.clone(), runner.clone());
    let runs = [
        tokio::spawn(async move { first.run(&a).await }),
        tokio::spawn(async move { second.run(&b).await }),
    ];
    let wait = tokio::task::spawn_blocking(move || {
        for gate in gates {
            gate.wait();
        }
    });
    wait.await.unwrap();
    let other = Runner::new(home.store());
    let cancelled = other
        .cancel(&"last".parse().unwrap(), Some("a"))
        .await
        .unwrap();
    assert_eq!(cancelled.status, RunStatus::Cancelled);
    tokio::task::spawn_blocking(move || go.open())
        .await
        .unwrap();
    let [first, second] = runs;
    assert_eq!(first.await.unwrap().unwrap().status, RunStatus::Cancelled);
    assert_eq!(second.await.unwrap().unwrap().status, RunStatus::Success);
}

/// What a step has done in time counts, however late brain hears of it.
#[test]
fn a_process_that_is_stopped_for_longer_than_a_timeout_loses_no_step() {
    let home = Home::new();
    let (up, go) = (Gate::new(&home, "up"), Gate::new(&home, "go"));
    let command = format!(
        "echo up > {}; cat {} > up-again; echo done; touch done",
        up.path(),
        go.path()
    );
    let running = home
        .program(executable!("five-seconds"))
        .env("COMMAND", command)
        .args(["--json"])
        .start();
    up.wait();
    running.signal(Signal::STOP);
    go.open();
    let begun = std::time::Instant::now();
    // Nobody can tell when the timeout of a process that is stopped has passed: this is no wait for anything.
    while !home.path("done").exists() || begun.elapsed().as_secs() < 6 {
        std::thread::sleep(std::time::Duration::from_millis(100));
        assert!(begun.elapsed() < brain_tests::PATIENCE);
    }
    running.signal(Signal::CONT);
    let run: Value = running.end().with_code(0).json();
    assert_eq!(run["steps"][0]["output"], "done", "{run:#}");
}

#[test]
fn a_stopped_process_is_not_dead() {
    let (home, mark) = (Home::new(), Mark::new());
    let go = Gate::new(&home, "go");
    let running = started(&home, &mark, &format!("cat {}", go.path()));
    running.signal(Signal::STOP);
    let other = home.program(executable!("two-steps")).env("SECOND", "true");
    other.run().with_code(0);
    let list = home
        .program(executable!("lives"))
        .args(["history", "--json"])
        .run();
    assert_eq!(list.with_code(0).json()["runs"][0]["status"], "running");
    let resumed = home
        .program(executable!("lives"))
        .args(["resume", "last"])
        .run();
    resumed.with_code(2);
    assert!(resumed.stderr.contains("it is running"), "{resumed:?}");
    running.signal(Signal::CONT);
    go.open();
    let run: Value = running.end().with_code(0).json();
    assert_eq!(run["status"], "success");
}
