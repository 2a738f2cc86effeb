//! What is left of a run whose process was killed outright, and who ends it.

use std::fs;
use std::time::{Duration, Instant};

use brain_tests::{Gate, Home, Mark, Program, executable};

/// Prepares a run of two steps, of which the second is a command.
fn two_steps(home: &Home, (name, word): (&str, String), second: &str) -> Program {
    let program = home.program(executable!("two-steps"));
    program.env("SECOND", second).env(name, word)
}

/// Runs a command that kills brain and goes on.
fn killed(home: &Home, mark: &Mark, rest: &str) {
    let command = format!("kill -KILL $PPID; {rest}");
    let ended = two_steps(home, mark.variable(), &command).run();
    assert_eq!(ended.signal, Some(9), "{ended:?}");
    // One that begins as another program shows no environment for a moment.
    let begun = Instant::now();
    while mark.holders().is_empty() {
        assert!(begun.elapsed() < Duration::from_secs(10), "{rest}");
    }
}

#[test]
fn o_sh_5_what_a_killed_process_left_is_ended_by_who_finds_its_run() {
    for rest in [
        "sleep 1000 & setsid sleep 1000 & sleep 1000",
        "(setsid sh -c 'sleep 1000 & sleep 1000' >/dev/null 2>&1 &); sleep 1000",
        "trap '' TERM; sleep 1000; sleep 1000",
        // Those that stand still are told by the system when nobody is left who could have them go on.
        "trap '' HUP; setsid sleep 1000 & kill -STOP $!; kill -STOP $$",
        "env -u BRAIN_STEP setsid sleep 1000",
    ] {
        // Whoever finds the run dead ends what it left, if only to show it.
        for arguments in [&["show", "last"][..], &["history"], &["run"]] {
            let (home, mark) = (Home::new(), Mark::new());
            killed(&home, &mark, rest);
            let next = home.program(executable!("two-steps")).env("SECOND", "true");
            next.args(arguments.iter().copied()).run().with_code(0);
            mark.assert_nobody();
            let show = home.program(executable!("brain-command"));
            let shown = show.args(["history", "--json"]).run().json();
            let runs = shown["runs"].as_array().unwrap();
            assert_eq!(runs.last().unwrap()["status"], "interrupted", "{rest}");
        }
    }
}

#[test]
fn a_run_that_goes_on_does_so_without_what_its_first_process_left() {
    let (home, mark) = (Home::new(), Mark::new());
    killed(&home, &mark, "setsid sleep 1000 & sleep 1000");
    // Each of its processes has the same run, and this one lives.
    let second = "sleep 1.2 & setsid sleep 1.1 & wait; echo again";
    let resume = two_steps(&home, mark.variable(), second);
    let ended = resume.args(["resume", "last", "--again", "--json"]).run();
    assert_eq!(ended.with_code(0).json()["steps"][1]["output"], "again");
    mark.assert_nobody();
}

#[test]
fn a_copy_of_the_store_in_which_a_run_looks_dead_does_not_disturb_it() {
    let (home, copy, mark) = (Home::new(), Home::new(), Mark::new());
    let (up, go) = (Gate::new(&home, "up"), Gate::new(&home, "go"));
    let second = format!(
        "echo > {}; cat {} >/dev/null; echo two",
        up.path(),
        go.path()
    );
    let run = two_steps(&home, mark.variable(), &second).start();
    up.wait();
    for suffix in ["", "-wal"] {
        let name = format!("brain.db{suffix}");
        fs::copy(home.path(&name), copy.path(&name)).unwrap();
    }
    let show = two_steps(&copy, mark.variable(), "true");
    let shown = show.args(["show", "last", "--json"]).run().json();
    assert_eq!(shown["status"], "interrupted");
    let resume = two_steps(&copy, mark.variable(), "echo copied");
    let resumed = resume.args(["resume", "last", "--again"]).run();
    assert_eq!(resumed.with_code(0).stdout, "copied\n");
    go.open();
    assert_eq!(run.end().with_code(0).stdout, "two\n");
    mark.assert_nobody();
}
