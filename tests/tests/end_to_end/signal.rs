//! Runs that are cut: by Ctrl-C, by a polite stop, by SIGKILL.

use std::process::Stdio;

use brain_tests::{Gate, Home, Mark, Program, Running, Signal, executable};
use serde_json::Value;

/// Prepares `two-steps` with a second step that a test can find.
fn two_steps(home: &Home, mark: &Mark, second: &str) -> Program {
    let (name, word) = mark.variable();
    home.program(executable!("two-steps"))
        .env(name, word)
        .env("SECOND", second)
}

/// Starts `program` and waits until its second step has come to `gate`.
fn started(program: Program, gate: &Gate) -> Running {
    let running = program.start();
    gate.wait();
    running
}

/// Returns the last run as `show last --json` tells it.
fn last_run(home: &Home) -> Value {
    let show = home.program(executable!("two-steps"));
    show.args(["show", "last", "--json"])
        .run()
        .with_code(0)
        .json()
}

fn assert_cut_in_second(run: &Value) {
    assert_eq!(run["status"], "interrupted", "{run:#}");
    assert_eq!(run["error"], "interrupted in step `second`");
    assert_eq!(run["steps"][0]["status"], "success");
    assert_eq!(run["steps"][0]["output"], "one");
    assert_eq!(run["steps"][1]["status"], "interrupted");
    assert_eq!(run["steps"][1]["output"], Value::Null);
    assert!(run["ended_at"].is_string());
}

#[test]
fn o_cli_1_a_signal_interrupts_the_run() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let (home, mark) = (Home::new(), Mark::new());
        let gate = Gate::new(&home, "gate");
        let second = format!("echo up > {}; sleep 60 | sleep 60", gate.path());
        let program = two_steps(&home, &mark, &second).args(["--json"]);
        let running = started(program, &gate);
        running.signal(signal);
        let ended = running.end();
        assert_cut_in_second(&ended.with_code(130).json());
        assert!(
            ended.stderr.contains("interrupted in step `second`"),
            "{ended:?}"
        );
        assert_cut_in_second(&last_run(&home));
        mark.assert_nobody();
    }
}

#[test]
fn o_cli_1_without_json_an_interrupted_run_prints_nothing() {
    let (home, mark) = (Home::new(), Mark::new());
    let gate = Gate::new(&home, "gate");
    let second = format!("echo up > {}; sleep 60", gate.path());
    let running = started(two_steps(&home, &mark, &second), &gate);
    running.signal(Signal::INT);
    let ended = running.end();
    assert_eq!(ended.with_code(130).stdout, "");
    assert!(ended.stderr.contains("! second"), "{ended:?}");
}

#[test]
fn a_signal_to_the_whole_group_is_the_same() {
    use std::os::unix::process::CommandExt as _;
    // What a terminal does: Ctrl-C goes to every process of the foreground group.
    let (home, mark) = (Home::new(), Mark::new());
    let gate = Gate::new(&home, "gate");
    let second = format!("echo up > {}; sleep 60", gate.path());
    let mut command = two_steps(&home, &mark, &second).into_command();
    let command = command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.process_group(0).spawn().unwrap();
    gate.wait();
    let group = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process_group(group, Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_cut_in_second(&last_run(&home));
    mark.assert_nobody();
}

#[test]
fn processes_that_ignore_signals_are_ended_too() {
    let (home, mark) = (Home::new(), Mark::new());
    let gate = Gate::new(&home, "gate");
    let second = format!(
        "trap '' TERM INT HUP; (setsid sh -c 'echo up > {}; sleep 60; sleep 60') & sleep 60; sleep 60",
        gate.path()
    );
    let running = started(two_steps(&home, &mark, &second), &gate);
    running.signal(Signal::TERM);
    running.end().with_code(130);
    assert_cut_in_second(&last_run(&home));
    mark.assert_nobody();
}

#[test]
fn o_sh_5_a_second_signal_ends_it_at_once() {
    for (first, second) in [
        (Signal::INT, Signal::INT),
        (Signal::TERM, Signal::TERM),
        (Signal::TERM, Signal::INT),
    ] {
        let (home, mark) = (Home::new(), Mark::new());
        let (up, told) = (Gate::new(&home, "up"), Gate::new(&home, "told"));
        // A step that says when it is asked to end, and does not.
        let command = format!(
            "trap 'echo told > {}' TERM; echo up > {}; while :; do sleep 60; done",
            told.path(),
            up.path()
        );
        let running = started(two_steps(&home, &mark, &command), &up);
        running.signal(first);
        told.wait();
        running.signal(second);
        let ended = running.end();
        assert_eq!(ended.with_code(130).stdout, "");
        mark.assert_nobody();
        let run = last_run(&home);
        assert_eq!(run["steps"][0]["output"], "one");
        assert_eq!(run["status"], "interrupted");
        assert_eq!(run["steps"][1]["status"], "interrupted");
    }
}

#[test]
fn a_signal_that_is_ignored_at_the_start_stays_ignored() {
    let (home, mark) = (Home::new(), Mark::new());
    let (up, go) = (Gate::new(&home, "up"), Gate::new(&home, "go"));
    let second = format!("echo up > {}; cat {}", up.path(), go.path());
    let running = started(two_steps(&home, &mark, &second).under_nohup(), &up);
    running.signal(Signal::HUP);
    go.open();
    assert_eq!(running.end().with_code(0).stdout, "go\n");
    mark.assert_nobody();
}

#[test]
fn a_closure_that_never_returns_does_not_hold_up_the_exit() {
    let home = Home::new();
    let started = Gate::new(&home, "started");
    let program = home.program(executable!("never-returns"));
    let running = program
        .env("STARTED", started.path())
        .args(["--json"])
        .start();
    assert_eq!(started.wait(), "one");
    running.signal(Signal::INT);
    let run = running.end().with_code(130).json();
    assert_eq!(run["status"], "interrupted");
    assert_eq!(run["error"], "interrupted in step `never`");
}

#[test]
fn o_run_2_after_sigkill_the_finished_step_is_in_the_store() {
    let (home, mark) = (Home::new(), Mark::new());
    let gate = Gate::new(&home, "gate");
    let second = format!("echo up > {}; sleep 60", gate.path());
    let running = started(two_steps(&home, &mark, &second), &gate);
    running.signal(Signal::KILL);
    let ended = running.end();
    assert_eq!((ended.code, ended.signal), (None, Some(9)));
    let run = last_run(&home);
    assert_eq!(run["steps"][0]["status"], "success");
    assert_eq!(run["steps"][0]["output"], "one");
    assert_eq!(run["steps"][1]["name"], "second");
    // A later run is not disturbed, and does not take the dead one for a success.
    drop(mark);
    let later = home
        .program(executable!("two-steps"))
        .env("SECOND", "echo two");
    assert_eq!(later.run().with_code(0).stdout, "two\n");
    assert_eq!(last_run(&home)["status"], "success");
}

#[test]
fn o_run_2_siblings_the_start_of_a_step_is_stored_before_it_runs() {
    // The step kills the process that runs it, before it could tell of anything.
    let (home, mark) = (Home::new(), Mark::new());
    let ended = two_steps(&home, &mark, "kill -KILL $PPID; sleep 60").run();
    assert_eq!(ended.signal, Some(9));
    let run = last_run(&home);
    assert_eq!(run["steps"][0]["output"], "one");
    assert_eq!(run["status"], "interrupted");
    assert_eq!(run["steps"][1]["status"], "interrupted");
    let attempts = run["steps"][1]["attempts"].as_array().unwrap();
    assert_eq!(attempts.len(), 1);
    assert_eq!(attempts[0]["error"], "the process that ran it died");
}

#[test]
fn processes_that_nothing_marks_are_ended_with_their_step() {
    // Away from the group, away from the parent, and without a word in the environment: only a process that
    // adopts orphans, as every workflow executable does, can find it.
    for second in [
        "env -i setsid sh -c 'echo $$ > PID; exec sleep 300' & while ! test -s PID; do :; done",
        "(env -i setsid sh -c 'echo $$ > PID; exec sleep 300' > /dev/null 2>&1 &) ; while ! test -s PID; do :; done",
    ] {
        let home = Home::new();
        let ended = home
            .program(executable!("two-steps"))
            .env("SECOND", second)
            .run();
        ended.with_code(0);
        let pid = std::fs::read_to_string(home.path("PID")).unwrap();
        let command = std::fs::read(format!("/proc/{}/cmdline", pid.trim())).unwrap_or_default();
        let command = String::from_utf8_lossy(&command);
        assert!(!command.starts_with("sleep"), "{command}");
    }
}
