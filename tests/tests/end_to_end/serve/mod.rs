//! Programs that serve schedules.

mod killed;
mod minutes;

use std::time::Duration;

use brain::clock::{Clock as _, SystemClock};
use brain::store::{Account, Store as _};
use brain_tests::{Ended, Gate, Home, Mark, Program, Running, Signal, executable};
use serde_json::Value;

fn serves(home: &Home, workflows: &str) -> Program {
    home.program(executable!("serves")).env("SERVES", workflows)
}

/// Has it that the only schedule of `workflow` was served until an hour ago, so that it has something to make up for.
fn served_before(home: &Home, workflow: &str, schedule: &str) {
    let store = home.store();
    let now = SystemClock.now();
    let account = Account {
        definition: format!("{schedule} UTC"),
        since: None,
        until: now.minus(Duration::from_secs(3_700)),
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime");
    let admitted = store.admit((workflow, "cron-1"), Vec::new(), Some(account), now);
    assert!(runtime.block_on(admitted).expect("a store").is_some());
}

fn history(home: &Home, workflows: &str) -> Vec<Value> {
    let history = serves(home, workflows)
        .args(["history", "--json", "--limit", "1000"])
        .run();
    let runs = history.with_code(0).json()["runs"].clone();
    runs.as_array().expect("runs").clone()
}

/// Waits until one of the runs is in this state.
fn wait_for(home: &Home, workflows: &str, status: &str) -> Vec<Value> {
    let begun = std::time::Instant::now();
    loop {
        let runs = history(home, workflows);
        if runs.iter().any(|run| run["status"] == status) {
            return runs;
        }
        assert!(begun.elapsed() < Duration::from_secs(100), "{runs:#?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Starts to serve a workflow whose run has begun and goes on.
fn busy(home: &Home, mark: &Mark, drain: &str, gate: &Gate) -> (String, Running) {
    let workflows = format!(
        "w|0 * * * *|echo up > {}; sleep 60; echo slept",
        gate.path()
    );
    served_before(home, "w", "0 * * * *");
    let (name, word) = mark.variable();
    let running = serves(home, &workflows)
        .env(name, word)
        .args(["serve", "--drain", drain])
        .start();
    gate.wait();
    (workflows, running)
}

fn statuses(runs: &[Value]) -> Vec<&str> {
    runs.iter()
        .map(|run| run["status"].as_str().expect("a word"))
        .collect()
}

#[test]
fn it_says_what_it_serves_and_ends_when_asked_to() {
    for signal in [Signal::TERM, Signal::INT] {
        let home = Home::new();
        let workflows = "w|0 6 * * *|echo hello\nby-hand||echo hello";
        let running = serves(&home, workflows).args(["serve"]).start();
        wait_until_served(&home, "w", "0 6 * * * UTC");
        // Whoever logs out does not end it.
        running.signal(Signal::HUP);
        running.signal(signal);
        let ended = running.end();
        assert_eq!(ended.with_code(0).stdout, "");
        for said in [
            "store ",
            "brain.db",
            "06:00 UTC  w/cron-1",
            "by-hand: no triggers",
        ] {
            assert!(ended.stderr.contains(said), "{said}: {ended:#?}");
        }
    }
}

fn wait_until_served(home: &Home, workflow: &str, definition: &str) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime");
    let begun = std::time::Instant::now();
    let is_served = || {
        let store = home.store();
        let accounted = store.accounted((workflow, "cron-1"), definition);
        runtime.block_on(accounted).expect("a store").is_some()
    };
    while !is_served() {
        assert!(begun.elapsed() < Duration::from_secs(100));
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn what_goes_on_may_end_first() {
    let (home, mark) = (Home::new(), Mark::new());
    let (up, go) = (Gate::new(&home, "up"), Gate::new(&home, "go"));
    let workflows = format!("w|0 * * * *|echo up > {}; cat {}", up.path(), go.path());
    served_before(&home, "w", "0 * * * *");
    let (name, word) = mark.variable();
    let running = serves(&home, &workflows)
        .env(name, word)
        .args(["serve"])
        .start();
    up.wait();
    running.signal(Signal::TERM);
    go.open();
    running.end().with_code(0);
    let runs = history(&home, &workflows);
    assert_eq!(statuses(&runs), ["success", "skipped"], "{runs:#?}");
    let missed = runs[1]["error"].as_str().unwrap();
    assert!(missed.contains("makes up for"), "{missed}");
    mark.assert_nobody();
}

#[test]
fn what_takes_too_long_is_interrupted() {
    let (home, mark) = (Home::new(), Mark::new());
    let gate = Gate::new(&home, "gate");
    let (workflows, running) = busy(&home, &mark, "50ms", &gate);
    running.signal(Signal::TERM);
    running.end().with_code(0);
    assert_eq!(statuses(&history(&home, &workflows))[0], "interrupted");
    mark.assert_nobody();
}

#[test]
fn a_second_signal_ends_it_at_once() {
    let (home, mark) = (Home::new(), Mark::new());
    let gate = Gate::new(&home, "gate");
    let (workflows, running) = busy(&home, &mark, "1h", &gate);
    running.signal(Signal::TERM);
    running.signal(Signal::INT);
    running.end().with_code(0);
    assert_eq!(statuses(&history(&home, &workflows))[0], "interrupted");
    mark.assert_nobody();
}

#[test]
fn o_run_3_killed_in_the_middle_it_goes_on_with_the_next_fire() {
    let (home, mark) = (Home::new(), Mark::new());
    let gate = Gate::new(&home, "gate");
    let (workflows, running) = busy(&home, &mark, "1s", &gate);
    running.signal(Signal::KILL);
    assert_eq!(running.end().signal, Some(9));
    // The same schedule, a new life, and again an hour in which nothing served it.
    let again = "w|* * * * *|echo hello";
    served_before(&home, "w", "* * * * *");
    let running = serves(&home, again).args(["serve"]).start();
    let runs = wait_for(&home, again, "success");
    assert_eq!(statuses(&runs).last(), Some(&"skipped"));
    assert!(statuses(&runs).contains(&"interrupted"), "{runs:#?}");
    running.signal(Signal::TERM);
    running.end().with_code(0);
    drop(workflows);
    mark.assert_nobody();
}

#[test]
fn a_minute_of_the_real_clock_makes_a_run() {
    let home = Home::new();
    let workflows = "w|* * * * *|echo hello";
    let running = serves(&home, workflows).args(["serve"]).start();
    let runs = wait_for(&home, workflows, "success");
    running.signal(Signal::TERM);
    running.end().with_code(0);
    let run = &runs[0];
    let scheduled = run["trigger"]["scheduled"].as_str().unwrap();
    assert!(scheduled.ends_with(":00.000Z"), "{scheduled}");
    assert!(run["created_at"].as_str().unwrap() >= scheduled, "{run:#}");
    assert_eq!(runs.len(), 1);
}

#[test]
fn triggers_are_paused_by_another_process() {
    let home = Home::new();
    let workflows = "w|0 * * * *|echo hello";
    let told = |arguments: &[&str], said: &str| {
        let ended = serves(&home, workflows)
            .args(arguments.iter().copied())
            .run();
        assert_eq!(ended.with_code(0).stdout, said);
    };
    told(
        &["pause", "--reason", "holiday"],
        "paused all triggers of w\n",
    );
    served_before(&home, "w", "0 * * * *");
    let running = serves(&home, workflows).args(["serve"]).start();
    let runs = wait_for(&home, workflows, "skipped");
    running.signal(Signal::TERM);
    let ended = running.end();
    assert!(
        ended.stderr.contains("w: all triggers paused since 20"),
        "{ended:#?}"
    );
    let reasons: Vec<_> = runs
        .iter()
        .map(|run| run["error"].as_str().unwrap())
        .collect();
    assert!(reasons[0].contains("paused: holiday"), "{reasons:?}");
    told(&["unpause"], "unpaused all triggers of w\n");
    told(&["pause", "cron-1"], "paused trigger `cron-1` of w\n");
    let ended = serves(&home, workflows).args(["pause", "cron-2"]).run();
    let said = &ended.with_code(2).stderr;
    assert!(
        said.contains("no trigger is called `cron-2`") && said.contains("cron-1"),
        "{said}"
    );
}

#[test]
fn logs_in_json_are_nothing_else() {
    let home = Home::new();
    let workflows = "w|0 6 * * *|echo hello";
    let running = serves(&home, workflows)
        .env("BRAIN_LOG_FORMAT", "json")
        .args(["serve"])
        .start();
    wait_until_served(&home, "w", "0 6 * * * UTC");
    running.signal(Signal::TERM);
    let ended = running.end();
    let lines = ended.with_code(0).stderr.lines();
    let messages =
        lines.map(|line| serde_json::from_str::<Value>(line).expect("JSON")["message"].clone());
    let messages: Vec<Value> = messages.collect();
    assert!(messages.len() >= 3, "{messages:?}");
    assert!(
        messages[0].as_str().unwrap().starts_with("store "),
        "{messages:?}"
    );
}

#[test]
fn several_workflows_are_paused_by_the_names_of_their_triggers() {
    let home = Home::new();
    let workflows = "one|0 6 * * *|echo 1\nother|0 7 * * *|echo 2";
    let run = |arguments: &[&str]| {
        serves(&home, workflows)
            .args(arguments.iter().copied())
            .run()
    };
    let said = run(&["pause", "cron-2"]).with_code(2).stderr.clone();
    assert!(said.contains("cron-1 of one, cron-1 of other"), "{said}");
    run(&["pause", "--workflow", "one"]).with_code(0);
    assert_eq!(
        run(&["unpause"]).with_code(0).stdout,
        "unpaused all triggers of one\n"
    );
    let again = run(&["unpause"]);
    assert_eq!(again.with_code(0).stdout, "");
    assert!(again.stderr.contains("nothing was paused"), "{again:?}");
}

#[test]
fn one_executable_holds_several_workflows() {
    let home = Home::new();
    let workflows = "one|0 6 * * *|echo 1\nother|0 7 * * *|echo 2";
    let run = |arguments: &[&str]| -> Ended {
        serves(&home, workflows)
            .args(arguments.iter().copied())
            .run()
    };
    assert_eq!(run(&["--workflow", "other"]).with_code(0).stdout, "2\n");
    assert_eq!(
        run(&["run", "--workflow", "one"]).with_code(0).stdout,
        "1\n"
    );
    for arguments in [
        &[][..],
        &["history"],
        &["show", "last"],
        &["--workflow", "third"],
    ] {
        let said = run(arguments).with_code(2).stderr.clone();
        assert!(said.contains("`one`, `other`"), "{said}");
    }
    let next = run(&["next", "-n", "3", "--after", "2026-03-01T00:00:00Z"]);
    assert_eq!(
        next.with_code(0).stdout,
        "2026-03-01T06:00:00Z  2026-03-01 06:00 UTC  one/cron-1\n\
         2026-03-01T07:00:00Z  2026-03-01 07:00 UTC  other/cron-1\n\
         2026-03-02T06:00:00Z  2026-03-02 06:00 UTC  one/cron-1\n"
    );
    let twice = serves(&home, "w||echo 1\nw||echo 2").run();
    assert!(
        twice.with_code(2).stderr.contains("rename one"),
        "{twice:#?}"
    );
    serves(&home, "").run().with_code(2);
}

#[test]
fn what_cannot_fire_yet_is_not_served_in_silence() {
    let home = Home::new();
    let ended = serves(&home, "w|webhook|echo 1").args(["serve"]).run();
    let said = &ended.with_code(2).stderr;
    assert!(
        said.contains("`webhook` triggers do not fire yet"),
        "{said}"
    );
}
