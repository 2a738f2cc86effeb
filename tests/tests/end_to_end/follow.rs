//! `show` of a run that lasts.

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
