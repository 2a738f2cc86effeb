//! Programs that serve changes of files.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use brain_tests::{Home, Running, Signal, executable};

/// Serves a workflow that fires on files in `w`, and waits until it does.
fn serve(home: &Home, command: &str) -> Running {
    fs::create_dir(home.path("w")).expect("a folder");
    let workflows = format!("w|file w|{command}");
    let program = home.program(executable!("serves")).env("SERVES", workflows);
    let running = program.current_dir(home.folder()).args(["serve"]).start();
    let mut round = 0;
    wait_for("it watches", || {
        round += 1;
        // Again and again, but with enough rest in between to settle.
        if round % 50 == 1 {
            fs::write(home.path("w/probe"), round.to_string()).expect("a file");
        }
        seen(home).iter().any(|line| line == "w/probe")
    });
    running
}

fn seen(home: &Home) -> Vec<String> {
    let seen = fs::read_to_string(home.path("seen")).unwrap_or_default();
    seen.lines().map(str::to_owned).collect()
}

fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(
            begun.elapsed() < Duration::from_secs(100),
            "not in time: {what}"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn runs(path: &Path) -> usize {
    fs::read_to_string(path).unwrap_or_default().lines().count()
}

#[test]
fn files_that_come_while_it_is_stopped_are_all_seen() {
    let home = Home::new();
    let running = serve(&home, "cat {file:trigger.paths} >> seen; echo >> seen");
    running.signal(Signal::STOP);
    for file in 0..20_000 {
        fs::write(home.path(&format!("w/f{file}")), "x").unwrap();
    }
    running.signal(Signal::CONT);
    wait_for("all are seen", || {
        let mut seen = seen(&home);
        seen.retain(|line| line.starts_with("w/f"));
        seen.sort();
        seen.dedup();
        seen.len() == 20_000
    });
    fs::write(home.path("w/next"), "x").unwrap();
    wait_for("the next is seen", || {
        seen(&home).iter().any(|line| line == "w/next")
    });
    running.signal(Signal::TERM);
    running.end().with_code(0);
}

#[test]
fn what_changes_during_a_run_makes_one_more() {
    let home = Home::new();
    // The first run after `begin` is there writes; the one that follows finds it gone.
    let command = "echo {file:trigger.paths} >> runs; cat {file:trigger.paths} >> seen; echo >> seen; \
        if rm begin 2>/dev/null; then for i in 1 2 3; do echo $i > w/own$i; sleep 0.5; done; fi";
    let running = serve(&home, command);
    fs::write(home.path("begin"), "").unwrap();
    fs::write(home.path("w/start"), "").unwrap();
    wait_for("the own files are seen", || {
        let seen = seen(&home);
        (1..=3).all(|i| seen.contains(&format!("w/own{i}")))
    });
    let start = seen(&home).iter().filter(|line| *line == "w/start").count();
    assert_eq!(start, 1);
    let before = runs(&home.path("runs"));
    fs::write(home.path("w/last"), "").unwrap();
    wait_for("the last is seen", || {
        seen(&home).iter().any(|line| line == "w/last")
    });
    assert_eq!(runs(&home.path("runs")), before + 1);
    running.signal(Signal::TERM);
    running.end().with_code(0);
}
