//! A process that is asked to end while a command runs, with every kind of process that would rather stay.

use std::process::Stdio;

use brain_tests::{Ended, Gate, Home, Mark, Program, Signal, executable};

/// What a command has started by the time it is cut.
const KINDS: &[&str] = &[
    "sleep 300 &",
    "setsid sleep 300 & setsid sleep 300 >/dev/null 2>&1 &",
    "(setsid sh -c 'sleep 300 & sleep 300' >/dev/null 2>&1 &);",
    "f() { [ $1 = 0 ] && exec sleep 300; f $(($1-1)) & f $(($1-1)) & wait; }; f 5 &",
    "sleep 300 & kill -STOP $!; setsid sleep 300 & kill -STOP $!;",
    "trap '' TERM; (sleep 300; sleep 300) &",
    "(sh -c 'true & exec sleep 300' &);",
];

fn two_steps(home: &Home, mark: &Mark, second: &str) -> Program {
    let (name, word) = mark.variable();
    let program = home.program(executable!("two-steps")).env(name, word);
    program.env("SECOND", second)
}

fn last_status(home: &Home) -> String {
    let show = home.program(executable!("two-steps"));
    let run = show.args(["show", "last", "--json"]).run();
    run.with_code(0).json()["status"]
        .as_str()
        .expect("a status")
        .to_owned()
}

/// Cuts each kind in its own way, and asserts that nobody is left.
fn cut(status: &str, code: i32, how: impl Fn(&Home, &brain_tests::Running)) {
    for kind in KINDS {
        let (home, mark) = (Home::new(), Mark::new());
        let up = Gate::new(&home, "up");
        let second = format!("{kind} echo > {}; sleep 300; sleep 300", up.path());
        let running = two_steps(&home, &mark, &second).start();
        up.wait();
        how(&home, &running);
        let ended = running.end();
        assert_eq!(ended.code, Some(code), "{kind}: {ended:?}");
        mark.assert_nobody();
        assert_eq!(last_status(&home), status, "{kind}");
    }
}

#[test]
fn o_sh_5_siblings_nobody_is_left_after_a_polite_stop() {
    cut("interrupted", 130, |_, running| {
        running.signal(Signal::TERM);
    });
}

#[test]
fn o_sh_5_siblings_nobody_is_left_after_two_signals() {
    cut("interrupted", 130, |_, running| {
        running.signal(Signal::INT);
        running.signal(Signal::TERM);
    });
}

#[test]
fn nobody_is_left_after_a_run_is_cancelled_from_outside() {
    cut("cancelled", 1, |home, _| {
        let cancel = home.program(executable!("brain-command"));
        cancel.args(["cancel", "last"]).run().with_code(0);
    });
}

/// Runs a command in a container whose first process is a shell, with room for so many processes.
fn in_container(home: &Home, second: &str, room: usize) -> Ended {
    let program = home.program(executable!("one-second"));
    let command = program.env("COMMAND", second).into_command();
    let script = format!(
        "exec unshare --user --map-root-user --pid --fork --mount-proc sh -c '\
        echo {room} > /proc/sys/kernel/pid_max && \"$0\" run -v; \
        echo code $?; ls -d /proc/[0-9]* | wc -l' \"$0\""
    );
    #[expect(clippy::disallowed_methods, reason = "tests start processes, too")]
    let mut shell = std::process::Command::new("/bin/sh");
    shell.args(["-c", &script]).args(command.get_args().skip(1));
    shell.env_clear().stdin(Stdio::null());
    for (name, value) in command.get_envs() {
        shell.env(name, value.unwrap_or_default());
    }
    shell.current_dir(home.folder());
    Ended::from(shell.output().expect("a shell that starts"))
}

/// Processes that start others for as long as the system has room, and more when there is room again.
#[test]
fn a_storm_that_takes_every_process_of_its_container_ends_at_the_deadline() {
    for storm in [
        "bomb() { bomb & bomb; }; bomb 2>/dev/null",
        "trap '' TERM HUP; while :; do (trap '' TERM HUP; setsid sleep 300) & done 2>/dev/null",
        "while :; do (setsid sh -c 'while :; do sleep 300 & done' &) ; done >/dev/null 2>&1",
    ] {
        let home = Home::new();
        // A shell gives up when it cannot start a process, and the one that waits for it needs none.
        let command = format!("({storm}); while :; do :; done");
        let ended = in_container(&home, &command, 400);
        assert!(
            ended.stderr.contains("timed out after 1s"),
            "{storm}: {ended:?}"
        );
        // The first process, and those of the last pipeline.
        let mut lines = ended.with_code(0).stdout.lines();
        assert_eq!(lines.next(), Some("code 1"), "{ended:?}");
        let left: usize = lines.next().unwrap().trim().parse().unwrap();
        assert!(left <= 3, "{storm}: {ended:?}");
    }
}
