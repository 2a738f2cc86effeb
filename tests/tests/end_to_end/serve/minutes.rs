//! What takes minutes of the real clock, and is therefore not run unasked.

use std::thread::sleep;

use super::*;

const SECOND: Duration = Duration::from_secs(1);

/// Returns the runs of the only workflow, the oldest first.
fn oldest_first(home: &Home, workflows: &str) -> Vec<Value> {
    let mut runs = history(home, workflows);
    runs.reverse();
    runs
}

fn minute(run: &Value) -> i64 {
    let due = run["trigger"]["scheduled"].as_str().expect("a time");
    let due: brain::clock::Timestamp = due.parse().expect("a time");
    due.microseconds() / 60_000_000
}

#[test]
#[ignore = "takes 7 minutes"]
fn o_run_1_a_run_that_takes_longer_than_its_schedule() {
    let home = Home::new();
    let workflows = "w|* * * * *|sleep 150";
    let running = serves(&home, workflows).args(["serve"]).start();
    wait_for(&home, workflows, "running");
    // To the middle of the seventh minute.
    sleep(SECOND * (6 * 60 + 30));
    let runs = oldest_first(&home, workflows);
    running.signal(Signal::TERM);
    running.signal(Signal::TERM);
    running.end().with_code(0);
    let began = minute(&runs[0]);
    let minutes: Vec<_> = runs.iter().map(|run| minute(run) - began).collect();
    assert_eq!(minutes, [0, 1, 2, 3, 4, 5, 6], "{runs:#?}");
    let made = [
        "success", "skipped", "skipped", "success", "skipped", "skipped", "running",
    ];
    assert_eq!(statuses(&runs), made, "{runs:#?}");
    for (skipped, before) in [(1, 0), (2, 0), (4, 3), (5, 3)] {
        let id = runs[before]["id"].as_str().expect("an id");
        let reason = runs[skipped]["error"].as_str().expect("a reason");
        assert_eq!(
            reason,
            format!("previous run active: {}", &id[id.len() - 8..])
        );
    }
}

#[test]
#[ignore = "takes 3 minutes"]
fn o_run_3_the_schedule_goes_on_after_a_crash() {
    let home = Home::new();
    let workflows = "w|* * * * *|sleep 300\nother|* * * * *|echo hello";
    let of = |name: &str| -> Vec<Value> {
        let arguments = ["history", "--json", "--workflow", name];
        let history = serves(&home, workflows).args(arguments).run();
        let mut runs = history.with_code(0).json()["runs"]
            .as_array()
            .expect("runs")
            .clone();
        runs.reverse();
        runs
    };
    let running = serves(&home, workflows).args(["serve"]).start();
    let begun = std::time::Instant::now();
    while !of("w").iter().any(|run| run["status"] == "running") {
        assert!(begun.elapsed() < SECOND * 100, "a run begins");
        sleep(SECOND / 20);
    }
    sleep(SECOND * 30);
    running.signal(Signal::KILL);
    assert_eq!(running.end().signal, Some(9));
    let running = serves(&home, workflows).args(["serve"]).start();
    let restarted = SystemClock.now();
    sleep(SECOND * 130);
    let (slow, other) = (of("w"), of("other"));
    running.signal(Signal::TERM);
    running.signal(Signal::TERM);
    running.end().with_code(0);
    assert_eq!(
        statuses(&slow)[..2],
        ["interrupted", "running"],
        "{slow:#?}"
    );
    assert_eq!(minute(&slow[1]), minute(&slow[0]) + 1, "{slow:#?}");
    let closed: brain::clock::Timestamp = slow[0]["ended_at"]
        .as_str()
        .expect("a time")
        .parse()
        .expect("a time");
    assert!(
        closed.minus(SECOND * 5) < restarted,
        "at the start: {slow:#?}"
    );
    assert!(other.len() >= 3, "{other:#?}");
    assert!(statuses(&other).iter().all(|status| *status == "success"));
}

#[test]
#[ignore = "takes 14 minutes"]
fn o_cron_6_a_process_that_was_asleep() {
    let home = Home::new();
    let workflows = "w|* * * * *|echo hello";
    let running = serves(&home, workflows).args(["serve"]).start();
    wait_for(&home, workflows, "success");
    running.signal(Signal::STOP);
    sleep(SECOND * 600);
    running.signal(Signal::CONT);
    sleep(SECOND * 180);
    let runs = oldest_first(&home, workflows);
    running.signal(Signal::TERM);
    running.end().with_code(0);
    let made: Vec<_> = runs
        .iter()
        .filter(|run| run["status"] == "success")
        .collect();
    // The one before, one after it woke, and one a minute.
    assert!((4..=5).contains(&made.len()), "{runs:#?}");
    for two in made.windows(2).skip(1) {
        assert_eq!(minute(two[1]), minute(two[0]) + 1, "{runs:#?}");
    }
    let missed: Vec<_> = runs
        .iter()
        .filter(|run| run["status"] == "skipped")
        .collect();
    assert_eq!(missed.len(), 1, "{runs:#?}");
    let said = missed[0]["error"].as_str().expect("a reason");
    assert!(
        said.starts_with("missed 9 fires") || said.starts_with("missed 10 fires"),
        "{said}"
    );
}

#[test]
#[ignore = "takes a minute and a half"]
fn o_sh_5_a_stop_and_a_crash_leave_the_same() {
    for (drain, signal, status, within) in [
        ("2s", Signal::TERM, "interrupted", 8),
        ("60s", Signal::TERM, "success", 30),
        ("2s", Signal::KILL, "interrupted", 1),
    ] {
        let (home, mark) = (Home::new(), Mark::new());
        let gate = Gate::new(&home, "gate");
        let workflows = format!(
            "w|0 * * * *|echo up > {}; sleep 20; echo slept",
            gate.path()
        );
        served_before(&home, "w", "0 * * * *");
        let (name, word) = mark.variable();
        let running = serves(&home, &workflows)
            .env(name, word)
            .args(["serve", "--drain", drain])
            .start();
        gate.wait();
        sleep(SECOND * 5);
        let begun = std::time::Instant::now();
        running.signal(signal);
        running.end();
        assert!(begun.elapsed() < SECOND * within, "{drain} {signal:?}");
        // Whoever looks next closes what a crash has left.
        let runs = history(&home, &workflows);
        assert_eq!(statuses(&runs)[0], status, "{runs:#?}");
        mark.assert_nobody();
    }
}
