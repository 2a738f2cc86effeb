//! What steps say while they run.

use brain_tests::{Ended, Gate, Home, Mark, PATIENCE, Program, Signal, Terminal, executable};

/// Prepares a run that shows what a command says.
fn verbose(home: &Home, command: &str) -> Program {
    let program = home.program(executable!("one-second"));
    program.args(["run", "-v"]).env("COMMAND", command)
}

/// Returns the lines of the step that were shown.
fn said(ended: &Ended) -> Vec<&str> {
    let is_said = |line: &&str| line.starts_with("short | ") || line.starts_with("short ! ");
    ended.stderr.lines().filter(is_said).collect()
}

#[test]
fn lines_of_both_streams_are_shown_while_the_step_runs() {
    let home = Home::new();
    let (up, go) = (Gate::new(&home, "up"), Gate::new(&home, "go"));
    let command = format!(
        "echo out; echo err >&2; echo up > {}; cat {} > /dev/null; echo last",
        up.path(),
        go.path()
    );
    let mut terminal = Terminal::start(verbose(&home, &command).env("NO_COLOR", "1"));
    up.wait();
    terminal.wait_for("short | out\r\n");
    let seen = terminal.wait_for("short ! err\r\n");
    assert!(!seen.contains("✓ short"), "{seen:?}");
    go.open();
    let (code, seen) = terminal.end();
    assert_eq!(code, Some(0), "{seen:?}");
    let (last, end) = (seen.find("short | last\r\n"), seen.find("✓ short"));
    assert!(last.is_some() && last < end, "{seen:?}");
}

#[test]
fn without_being_asked_nothing_is_shown() {
    let home = Home::new();
    let program = home.program(executable!("one-second"));
    let ended = program.env("COMMAND", "echo out; echo err >&2").run();
    assert!(said(ended.with_code(0)).is_empty(), "{ended:?}");
    let both = home.program(executable!("one-second")).args(["-v", "-q"]);
    both.run().with_code(2);
}

#[test]
fn what_is_shown_is_what_a_terminal_would_show_and_harmless() {
    for (command, expected) in [
        (
            r"printf 'a\033[31mb\007\302\233c\td\n'",
            &["short | a␛[31mb␇\u{fffd}c\td"][..],
        ),
        (
            r"printf '\342\050\241 croaked\n'",
            &["short | \u{fffd}(\u{fffd} croaked"],
        ),
        (
            r"printf '10%%\r50%%\rdone\r\n\n'",
            &["short | done", "short | "],
        ),
        (
            r"printf 'no end'; printf 'nor here' >&2",
            &["short ! nor here", "short | no end"],
        ),
        (r"printf 'a\0b\n'", &["short | a␀b"]),
        ("head -c 10000 /dev/zero | tr '\\0' x", &[]),
    ] {
        let home = Home::new();
        let ended = verbose(&home, command).run();
        let mut lines = said(ended.with_code(0));
        lines.sort_unstable();
        let long = format!("short | {} [1808 bytes left out]", "x".repeat(8192));
        let expected = if expected.is_empty() {
            vec![long.as_str()]
        } else {
            expected.to_vec()
        };
        let mut expected = expected;
        expected.sort_unstable();
        assert_eq!(lines, expected, "{command}");
    }
}

#[test]
fn data_on_stdout_is_not_disturbed() {
    let home = Home::new();
    let program = verbose(&home, "echo one; echo two >&2").args(["--json"]);
    let ended = program.run();
    let run = ended.with_code(0).json();
    assert_eq!(run["steps"][0]["output"], "one");
    assert_eq!(said(&ended).len(), 2);
}

/// Prints the most memory that brain has had, in KiB.
const PEAK: &str = "awk '/VmHWM/ { print $2 }' /proc/$PPID/status";

#[test]
fn a_fast_writer_does_not_grow_memory() {
    let home = Home::new();
    let peak = |arguments: &[&str], command: &str| {
        let program = home.program(executable!("two-steps"));
        let program = program.args(arguments.iter().copied());
        let ended = program.env("SECOND", format!("{command}; {PEAK}")).run();
        let peak = ended.stdout.trim().parse::<u64>();
        peak.unwrap_or_else(|_| panic!("{:?}", ended.code))
    };
    let silent = peak(&["-q"], "true");
    let loud = peak(&["-v"], "yes | head -c 100000000 >&2");
    assert!(loud < silent + 30_000, "{silent} KiB, {loud} KiB");
}

/// Waits until the last run of a home has ended, without reading what the program says.
fn wait_for_end(home: &Home) -> serde_json::Value {
    let begun = std::time::Instant::now();
    loop {
        let shown = home.program(executable!("one-second"));
        let shown = shown.args(["show", "last", "--json"]).run();
        if shown.code == Some(0) {
            let run = shown.json();
            if !run["ended_at"].is_null() {
                return run;
            }
        }
        assert!(begun.elapsed() < PATIENCE, "it never ended");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn a_terminal_that_takes_nothing_does_not_hold_up_the_run() {
    let (home, mark) = (Home::new(), Mark::new());
    let (name, word) = mark.variable();
    // Nobody reads what it says until the run is over.
    let running = verbose(&home, "yes >&2").env(name, word).start();
    let run = wait_for_end(&home);
    assert_eq!(run["status"], "failed");
    assert_eq!(run["steps"][0]["error"], "timed out after 1s");
    assert_eq!(run["steps"][1]["status"], "success");
    let took = run["steps"][0]["duration_ms"].as_u64().unwrap();
    assert!((1000..5000).contains(&took), "{took} ms");
    let ended = running.end();
    ended.with_code(1);
    assert!(
        ended.stderr.contains("lines left out]"),
        "{}",
        ended.stderr.len()
    );
    assert!(ended.stderr.contains("timed out after 1s"));
    mark.assert_nobody();
}

#[test]
fn a_signal_ends_a_process_whose_terminal_takes_nothing() {
    let home = Home::new();
    let mut command = verbose(&home, "yes >&2").into_command();
    command
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped());
    let mut child = command.spawn().unwrap();
    wait_for_end(&home);
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, Signal::TERM).unwrap();
    // Its end, while the pipe is still full.
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(1));
}

#[test]
fn no_secret_is_shown() {
    let home = Home::new();
    let program = home.program(executable!("secrets"));
    let (token, key) = ("gh-test-0a1b2c3d", "sk-test-9f8e7d6c");
    let program = program.env("ISSUES_TOKEN", token).env("LLM_API_KEY", key);
    let ended = program.args(["run", "-v"]).run();
    ended.with_code(0);
    assert!(ended.stderr.contains("passed | TOKEN=***\n"), "{ended:?}");
    let is_secret = |line: &&str| line.contains(token) || line.contains(key);
    assert_eq!(ended.stderr.lines().find(is_secret), None);
}
