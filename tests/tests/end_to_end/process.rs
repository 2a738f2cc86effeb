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
    let said = &ended.with_code(1).stdout;
    assert!(said.contains("timed out after 1s: SIGTTIN"), "{ended:?}");
    assert!(said.contains("wants the terminal"), "{ended:?}");
    mark.assert_nobody();
}

#[test]
fn one_that_was_stopped_and_forgotten_is_told_apart_from_one_that_is_slow() {
    for (command, expected) in [
        (
            "kill -STOP $$",
            "timed out after 1s: SIGSTOP had stopped it",
        ),
        (
            "kill -TSTP $$; sleep 300",
            "timed out after 1s: SIGTSTP had stopped it",
        ),
        ("sleep 300", "timed out after 1s\n"),
    ] {
        let (home, mark) = (Home::new(), Mark::new());
        let ended = one_second(&home, &mark, command);
        assert!(ended.with_code(1).stderr.contains(expected), "{ended:?}");
    }
}

/// Of a library's kind of mistake: it ends whoever started it.
#[test]
fn a_command_that_asks_its_parent_to_end_interrupts_the_run() {
    let (home, mark) = (Home::new(), Mark::new());
    let (name, word) = mark.variable();
    let program = home.program(executable!("two-steps")).env(name, word);
    let ended = program.env("SECOND", "kill $PPID; sleep 300").run();
    assert!(
        ended.with_code(130).stderr.contains("in step `second`"),
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
fn what_is_closed_at_the_start_is_closed_for_nobody_else() {
    for closed in [">&-", "2>&-", "<&- >&- 2>&-"] {
        let (home, mark) = (Home::new(), Mark::new());
        let (name, word) = mark.variable();
        // Nothing that is opened later may take the place of what is closed, least of all the store.
        let second = "echo err >&2; echo out; readlink /proc/self/fd/0";
        let program = home.program(executable!("two-steps")).env("SECOND", second);
        let mut command = wrapped(program, &format!("exec \"$0\" {closed}"));
        let output = command.env(name, word).output().unwrap();
        Ended::from(output).with_code(0);
        let show = home.program(executable!("two-steps"));
        let run = show.args(["show", "last", "--json"]).run();
        let step = &run.with_code(0).json()["steps"][1];
        assert_eq!(step["output"], "out\n/dev/null", "{closed}");
        assert_eq!(step["record"]["stderr"], "err\n", "{closed}");
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
        ended
            .with_code(1)
            .stderr
            .contains("(raise `ulimit -n`): Too many open files"),
        "{ended:?}"
    );
}

/// What a run of `private-files` says that can have no file.
fn without_files(home: &Home, script: &str) -> Ended {
    let program = home.program(executable!("private-files"));
    let output = wrapped(program, script).output();
    let ended = Ended::from(output.expect("a shell that starts"));
    for way_out in ["the folder for temporary files", "`TMPDIR`", "200000 bytes"] {
        assert!(ended.with_code(1).stderr.contains(way_out), "{ended:?}");
    }
    ended
}

#[test]
fn a_folder_for_temporary_files_that_takes_none_is_named_with_the_way_out() {
    let home = Home::new();
    let ended = without_files(&home, "TMPDIR=/nonexistent exec \"$0\" run");
    assert!(ended.stderr.contains("in `/nonexistent`"), "{ended:?}");
    let file = "touch file; TMPDIR=$PWD/file exec \"$0\" run";
    let ended = without_files(&home, file);
    assert!(ended.stderr.contains("/file`"), "{ended:?}");

    let mounted = |options: &str| {
        format!(
            "mkdir -p small; exec unshare --user --map-root-user --mount sh -c 'mount -t tmpfs {options} none small && TMPDIR=$PWD/small exec \"$0\" run' \"$0\""
        )
    };
    let ended = without_files(&home, &mounted("-o ro"));
    assert!(ended.stderr.contains("read-only filesystem"), "{ended:?}");
    let ended = without_files(&home, &mounted("-o size=64k"));
    assert!(ended.stderr.contains("No space left"), "{ended:?}");
}

#[test]
fn private_files_are_gone_after_the_step_and_after_the_end_of_a_killed_run() {
    let files = |home: &Home| std::fs::read_dir(home.path("tmp")).unwrap().count();
    let (home, mark) = (Home::new(), Mark::new());
    let (name, word) = mark.variable();
    std::fs::create_dir(home.path("tmp")).unwrap();
    let prepare = |after: &str| {
        let program = home.program(executable!("private-files")).env(name, &word);
        let folder = home.path("tmp").to_str().unwrap().to_owned();
        program.env("TMPDIR", folder).env("AFTER", after)
    };
    for (after, code) in [("true", 0), ("exit 3", 1), ("kill $PPID; sleep 300", 130)] {
        prepare(after).run().with_code(code);
        assert_eq!(files(&home), 0, "{after}");
    }
    let ended = prepare("kill -KILL $PPID; sleep 300").run();
    assert_eq!((ended.signal, files(&home)), (Some(9), 1));
    let left = std::fs::read_dir(home.path("tmp")).unwrap().next().unwrap();
    let show = prepare("true");
    let run = show.args(["show", "last", "--json"]).run().json();
    let id = run["id"].as_str().unwrap();
    let found = left.unwrap().file_name().into_string().unwrap();
    assert!(found.starts_with(&format!("brain-{id}-")), "{found}");
    assert_eq!(files(&home), 0);
    mark.assert_nobody();
}

#[test]
fn o_sh_2_ten_timeouts_leave_the_first_process_of_a_container_without_zombies() {
    let (home, mark) = (Home::new(), Mark::new());
    let (name, word) = mark.variable();
    let program = home.program(executable!("ten-times"));
    let program = program.env("COMMAND", "while :; do sleep 0.1; sleep 1; done").env(
        "AFTER",
        "sleep 5; echo pid $PPID, $(ps -eo stat= | grep -c '^Z') defunct; kill -TERM 1; sleep 60",
    );
    let script = "exec unshare --user --map-root-user --pid --fork --mount-proc \"$0\" run -v";
    let mut command = wrapped(program, script);
    let ended = Ended::from(command.env(name, word).output().unwrap());
    let said = &ended.with_code(130).stderr;
    assert!(said.contains("after | pid 1, 0 defunct"), "{ended:?}");
    let shown = home.program(executable!("ten-times"));
    let run = shown.args(["show", "last", "--json"]).run().json();
    let attempts = run["steps"][0]["attempts"].as_array().unwrap();
    let errors = attempts.iter().map(|attempt| attempt["error"].as_str());
    assert!(
        errors
            .clone()
            .all(|error| error == Some("timed out after 500ms"))
    );
    assert_eq!(errors.count(), 10);
    mark.assert_nobody();
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
