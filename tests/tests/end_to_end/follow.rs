//! `show` of a run that lasts.

use std::fs;

use brain_tests::{Gate, Home, Running, Signal, Terminal, executable};

/// Starts a run whose second step waits until the gate is opened.
fn begun(home: &Home) -> (Running, Gate) {
    let (up, go) = (Gate::new(home, "up"), Gate::new(home, "go"));
    let second = format!(
        "echo up > {}; cat {} > /dev/null; echo two",
        up.path(),
        go.path()
    );
    let program = home.program(executable!("two-steps")).args(["--json"]);
    let run = program.env("SECOND", second).start();
    up.wait();
    (run, go)
}

#[test]
fn a_run_that_lasts_is_followed_to_its_end() {
    let home = Home::new();
    let (run, gate) = begun(&home);
    let show = home
        .program(executable!("two-steps"))
        .args(["show", "last"]);
    let mut shown = Terminal::start(show);
    let seen = shown.wait_for("✓ first (shell) success");
    assert!(seen.contains("status    running"), "{seen}");
    assert!(!seen.contains("second"), "{seen}");
    let json = home
        .program(executable!("brain-command"))
        .args(["show", "last", "--json", "--follow"])
        .start();
    gate.open();
    shown.wait_for("status    success");
    let (code, seen) = shown.end();
    assert_eq!(code, Some(0), "{seen}");
    assert_eq!(seen.matches("first (shell)").count(), 1, "{seen}");
    assert_eq!(seen.matches("second (shell) success").count(), 1, "{seen}");
    let run = run.end();
    assert_eq!(json.end().with_code(0).json(), run.with_code(0).json());
}

#[test]
fn a_run_that_lasts_is_shown_as_it_is_where_nobody_watches() {
    let home = Home::new();
    let (run, gate) = begun(&home);
    for arguments in [&["show", "last"][..], &["show", "last", "--no-follow"]] {
        let program = home.program(executable!("two-steps"));
        let shown = program.args(arguments.iter().copied()).run();
        assert!(
            shown
                .with_code(0)
                .stdout
                .contains("… second (shell) running"),
            "{shown:?}"
        );
    }
    gate.open();
    run.end().with_code(0);
}

#[test]
fn who_stops_watching_leaves_the_run_alone() {
    let home = Home::new();
    let (run, gate) = begun(&home);
    for signal in [Signal::INT, Signal::TERM] {
        let program = home.program(executable!("brain-command"));
        let mut shown = Terminal::start(program.args(["show", "last"]));
        shown.wait_for("✓ first");
        shown.signal(signal);
        assert_eq!(shown.end().0, Some(130));
    }
    gate.open();
    assert_eq!(run.end().with_code(0).json()["status"], "success");
}

#[test]
fn a_run_that_has_ended_is_not_waited_for() {
    let home = Home::new();
    let program = home.program(executable!("two-steps"));
    program.env("SECOND", "exit 3").run().with_code(1);
    let program = home.program(executable!("two-steps"));
    let shown = program.args(["show", "last", "--follow", "--utc"]).run();
    assert!(
        shown.with_code(0).stdout.contains("status    failed"),
        "{shown:?}"
    );
    assert!(shown.stdout.contains(" (utc)\n"), "{shown:?}");
}

#[test]
fn the_end_of_a_run_whose_process_is_killed_is_shown() {
    let home = Home::new();
    let (run, _gate) = begun(&home);
    let program = home.program(executable!("brain-command"));
    let shown = program.args(["show", "last", "--follow"]);
    let mut shown = Terminal::start(shown);
    shown.wait_for("✓ first");
    run.signal(Signal::KILL);
    assert_eq!(run.end().signal, Some(9));
    let seen = shown.wait_for("status    interrupted");
    assert!(seen.contains("second (shell) interrupted"), "{seen}");
    assert_eq!(shown.end().0, Some(0));
}

/// Starts a run whose second step says something before it waits, and something after it.
fn said(home: &Home, before: &str, after: &str) -> (Running, Gate) {
    let (up, go) = (Gate::new(home, "up"), Gate::new(home, "go"));
    let (up_path, go_path) = (up.path(), go.path());
    let second = format!("{before}; echo > {up_path}; read x < {go_path}; {after}");
    let program = home.program(executable!("two-steps")).args(["--json"]);
    let run = program.env("SECOND", second).env("LLM_API_KEY", SECRET);
    let run = run.start();
    up.wait();
    (run, go)
}

const SECRET: &str = "sk-test-9f8e7d";

fn followed(home: &Home) -> Terminal {
    let program = home.program(executable!("brain-command"));
    let program = program.args(["show", "last", "--follow"]);
    Terminal::start(program.env("NO_COLOR", "1"))
}

#[test]
fn what_the_step_that_runs_says_is_shown_to_all_who_follow() {
    let home = Home::new();
    let before = format!(r"printf 'one\n10%%\r20%%\n{SECRET} two\nopen'; echo warned >&2");
    let after = r"echo ' end'; printf '\033[31m€\n'; echo last >&2; sleep 0.3";
    let (run, gate) = said(&home, &before, after);
    let mut followers = Vec::new();
    for _ in 0..2 {
        // One after the other: each hears what was said before it came, and nobody hears that twice.
        let mut follower = followed(&home);
        follower.wait_for("second | *** two\r\n");
        follower.wait_for("second ! warned\r\n");
        follower.wait_for("second | open\r\n");
        followers.push(follower);
    }
    gate.open();
    run.end().with_code(0);
    for follower in followers {
        let (code, seen) = follower.end();
        assert_eq!(code, Some(0), "{seen}");
        let begin = |sign: &str| -> Vec<String> {
            let lines = seen.lines().filter_map(|line| line.strip_prefix(sign));
            let lines = lines.filter(|line| *line != "open");
            lines.map(|line| line.trim_end().to_owned()).collect()
        };
        let expected = ["one", "20%", "*** two", "open end", "␛[31m€"];
        assert_eq!(begin("second | "), expected, "{seen}");
        assert_eq!(begin("second ! "), ["warned", "last"], "{seen}");
        let (last, end) = (seen.find("second ! last"), seen.find("✓ second"));
        assert!(last.is_some() && last < end, "{seen}");
    }
    assert!(!home.path("brain.db-followers").exists());
}

#[test]
fn who_follows_with_json_hears_nothing_and_who_is_killed_leaves_nothing() {
    let home = Home::new();
    let (run, gate) = said(&home, "echo one", "echo two");
    let program = home.program(executable!("brain-command"));
    let json = program.args(["show", "last", "--follow", "--json"]).start();
    let mut killed = followed(&home);
    killed.wait_for("second | one");
    killed.signal(Signal::KILL);
    killed.end();
    gate.open();
    run.end().with_code(0);
    let json = json.end();
    assert_eq!(json.with_code(0).json()["status"], "success");
    assert_eq!(json.stderr, "");
    // The next one takes the folder away.
    let (run, gate) = said_again(&home, gate);
    let mut next = followed(&home);
    next.wait_for("second | one");
    gate.open();
    run.end().with_code(0);
    assert_eq!(next.end().0, Some(0));
    assert!(!home.path("brain.db-followers").exists());
}

fn said_again(home: &Home, gate: Gate) -> (Running, Gate) {
    for name in ["up", "go"] {
        fs::remove_file(home.path(name)).expect("a gate");
    }
    drop(gate);
    said(home, "echo one", "echo two")
}

/// One who reads nothing neither holds up the run nor makes it grow.
#[test]
fn who_does_not_read_misses_lines_and_holds_up_nobody() {
    let home = Home::new();
    let (run, gate) = said(&home, "echo one", "seq 1000000; echo last");
    let mut follower = followed(&home);
    follower.wait_for("second | one");
    follower.signal(Signal::STOP);
    gate.open();
    let run = run.end();
    let run = run.with_code(0).json();
    assert!(
        run["steps"][1]["output"]
            .as_str()
            .unwrap()
            .ends_with("\nlast")
    );
    follower.signal(Signal::CONT);
    let (code, seen) = follower.end();
    assert_eq!(code, Some(0));
    assert!(seen.contains("✓ second (shell) success"));
    let lines = seen.matches("second | ").count();
    assert!(lines < 200_000, "{lines}");
}

#[test]
fn what_was_said_before_the_process_was_killed_has_been_shown() {
    let home = Home::new();
    let (run, _gate) = said(&home, "echo one", "echo two");
    let mut follower = followed(&home);
    follower.wait_for("second | one");
    run.signal(Signal::KILL);
    run.end();
    let seen = follower.wait_for("status    interrupted");
    assert!(seen.contains("second (shell) interrupted"), "{seen}");
    assert_eq!(follower.end().0, Some(0));
    assert!(!home.path("brain.db-followers").exists());
}
