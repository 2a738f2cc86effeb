//! Commands that hide, stay behind, or meet a process that was started in an odd way.

use std::process::{Command, Stdio};

use brain_tests::{Ended, Home, Mark, executable};

/// Runs one command with a deadline of a second, and returns how the run ended.
fn one_second(home: &Home, mark: &Mark, command: &str) -> Ended {
    let (name, word) = mark.variable();
    let program = home.program(executable!("one-second")).args(["run", "-v"]);
    let ended = program.env("COMMAND", command).env(name, word).run();
    mark.assert_nobody();
    ended
}

#[test]
fn o_sh_1_siblings_nobody_stays_behind_after_a_clean_exit() {
    for command in [
        "nohup sleep 300 >/dev/null 2>&1 & echo done",
        "nohup setsid sleep 300 >/dev/null 2>&1 & echo done",
        "bash -c 'sleep 300 >/dev/null 2>&1 & disown -a' && echo done",
        "(trap '' TERM INT HUP; sleep 300 >/dev/null 2>&1 &) ; echo done",
        "script -qc 'sleep 300 & echo done' /dev/null </dev/null",
        "bash -c 'exec -a renamed sleep 300 >/dev/null 2>&1' & echo done",
        "perl -e '$0 = q(renamed); if (!fork) { close STDOUT; close STDERR; sleep 300 } print qq(done\\n)'",
        // A daemon as they are written: twice forked, in a session of its own, nothing open.
        "perl -MPOSIX -e 'if (!fork) { setsid(); exit if fork; POSIX::close($_) for 0..9; sleep 300 } wait; print qq(done\\n)'",
        "flock . sh -c 'sleep 300 >/dev/null 2>&1 &' ; echo done",
    ] {
        let (home, mark) = (Home::new(), Mark::new());
        let ended = one_second(&home, &mark, command);
        assert!(
            ended.with_code(0).stderr.contains("done"),
            "{command}: {ended:?}"
        );
    }
}

#[test]
fn o_sh_1_siblings_the_deadline_holds_for_who_closes_hides_or_stops() {
    for command in [
        "exec >&- 2>&-; sleep 300",
        "exec sleep 300",
        "kill -STOP $$",
        "sleep 300 & kill -STOP $!; wait",
        "trap '' TERM INT HUP; sleep 300; sleep 300",
        "setsid sh -c 'trap \"\" TERM; sleep 300; sleep 300' & wait",
        "while :; do sleep 300 & done 2>/dev/null & sleep 0.1; kill -STOP $!; sleep 300",
    ] {
        let (home, mark) = (Home::new(), Mark::new());
        let ended = one_second(&home, &mark, command);
        assert!(
            ended.with_code(1).stderr.contains("timed out after 1s"),
            "{command}: {ended:?}"
        );
    }
}

#[test]
fn a_command_that_kills_its_group_kills_no_other() {
    for (command, signal) in [
        ("kill 0; sleep 300", "SIGTERM"),
        ("kill -KILL 0", "SIGKILL"),
    ] {
        let (home, mark) = (Home::new(), Mark::new());
        let ended = one_second(&home, &mark, command);
        let expected = format!("the command was ended by {signal}");
        assert!(ended.with_code(1).stderr.contains(&expected), "{ended:?}");
    }
}

#[test]
fn a_command_that_wants_the_terminal_is_held_to_its_deadline() {
    let (home, mark) = (Home::new(), Mark::new());
    let (name, word) = mark.variable();
    // With a terminal of its own, from which only the group in front may read.
    let program = home.program(executable!("one-second"));
    let program = program.env("COMMAND", "read x < /dev/tty; echo never");
    let mut command = wrapped(program, "exec script -qec \"$0\" /dev/null");
    let ended = Ended::from(command.env(name, word).output().unwrap());
    assert!(
        ended.with_code(1).stdout.contains("timed out after 1s"),
        "{ended:?}"
    );
    mark.assert_nobody();
}

/// Starts a program through a shell that prepares its world first.
fn wrapped(program: brain_tests::Program, script: &str) -> Command {
    let command = program.into_command();
    #[expect(clippy::disallowed_methods, reason = "tests start processes, too")]
    let mut shell = Command::new("/bin/sh");
    // The first argument lets it hear all signals, which the script decides here.
    shell.args(["-c", script]).args(command.get_args().skip(1));
    shell.env_clear().stdin(Stdio::null());
    for (name, value) in command.get_envs() {
        shell.env(name, value.unwrap_or_default());
    }
    shell.current_dir(command.get_current_dir().expect("it runs in its home"));
    shell
}

#[test]
fn a_process_that_was_started_in_an_odd_way_runs_its_steps() {
    for (script, second, expected) in [
        ("exec \"$0\" <&-", "read x; echo got $?", "got 1\n"),
        ("exec \"$0\" 2>&-", "echo err >&2; echo two", "two\n"),
        (
            "trap '' CHLD; exec \"$0\"",
            "true & wait; echo two",
            "two\n",
        ),
        ("trap '' PIPE; exec \"$0\"", "yes | head -n 1", "y\n"),
        ("ulimit -n 64; exec \"$0\"", "ulimit -n", "64\n"),
        ("umask 077; exec \"$0\"", "umask", "0077\n"),
        ("TMPDIR=/nonexistent exec \"$0\"", "echo two", "two\n"),
        // Far over what one variable may hold, and half of what all of them may.
        (
            "for i in 1 2 3 4 5 6 7 8; do export V$i=$(head -c 100000 /dev/zero | tr '\\0' v); done; exec \"$0\"",
            "echo ${#V8}",
            "100000\n",
        ),
    ] {
        let (home, mark) = (Home::new(), Mark::new());
        let (name, word) = mark.variable();
        let program = home.program(executable!("two-steps")).env("SECOND", second);
        let output = wrapped(program, script).env(name, word).output().unwrap();
        let ended = Ended::from(output);
        assert_eq!(ended.with_code(0).stdout, expected, "{script}");
        mark.assert_nobody();
    }
}

#[test]
fn a_system_that_has_nothing_left_is_named() {
    let home = Home::new();
    let program = home
        .program(executable!("two-steps"))
        .env("SECOND", "echo two");
    let output = wrapped(program, "ulimit -n 16; exec \"$0\"")
        .output()
        .unwrap();
    let ended = Ended::from(output);
    assert!(
        ended.with_code(1).stderr.contains("Too many open files"),
        "{ended:?}"
    );
}

#[test]
fn o_sh_2_the_first_process_of_a_container_keeps_no_zombie_and_hears_sigterm() {
    let (home, mark) = (Home::new(), Mark::new());
    let (name, word) = mark.variable();
    let program = home.program(executable!("one-second"));
    let program = program
        .env(
            "COMMAND",
            "for i in 1 2 3; do (setsid true &); (true &); done; while :; do sleep 1; done",
        )
        // The look-up waits for what may be awaited by somebody else.
        .env(
            "AFTER",
            "sleep 5; echo pid $PPID, $(ps -eo stat= | grep -c '^Z') defunct",
        );
    let script = "exec unshare --user --map-root-user --pid --fork --mount-proc \"$0\" run -v";
    let mut command = wrapped(program, script);
    let ended = Ended::from(command.env(name, word).output().unwrap());
    assert!(
        ended.with_code(1).stderr.contains("timed out after 1s"),
        "{ended:?}"
    );
    assert!(
        ended.stderr.contains("after | pid 1, 0 defunct"),
        "{ended:?}"
    );
    mark.assert_nobody();
}

#[tokio::test]
async fn what_a_killed_process_left_is_found_by_the_id_of_its_run() {
    let (home, mark) = (Home::new(), Mark::new());
    let (name, word) = mark.variable();
    let program = home.program(executable!("two-steps")).env(name, word);
    let second = "echo $BRAIN_RUN > RUN; kill -KILL $PPID; setsid sleep 300 & sleep 300";
    let ended = program.env("SECOND", second).run();
    assert_eq!(ended.signal, Some(9));
    let run = std::fs::read_to_string(home.path("RUN")).unwrap();
    assert!(!mark.holders().is_empty());
    let stopped = brain::step::process::stop_left_over(run.trim()).await;
    assert!(stopped >= 1, "{stopped}");
    mark.assert_nobody();
}
