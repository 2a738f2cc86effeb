//! What a person at a terminal sees.

use brain_tests::{Gate, Home, Terminal, executable};

#[test]
fn steps_tick_by_on_a_terminal() {
    let home = Home::new();
    let (up, go) = (Gate::new(&home, "up"), Gate::new(&home, "go"));
    let second = format!(
        "echo up > {}; cat {} > /dev/null; echo two",
        up.path(),
        go.path()
    );
    let program = home.program(executable!("two-steps"));
    let mut terminal = Terminal::start(program.env("SECOND", second));
    up.wait();
    // The step cannot have ended: it is shown while it runs, with its time.
    let seen = terminal.wait_for("second 1s");
    assert!(seen.contains("\u{1b}[32m✓\u{1b}[0m first "), "{seen:?}");
    assert!(!seen.contains("✓\u{1b}[0m second"), "{seen:?}");
    go.open();
    let (code, seen) = terminal.end();
    assert_eq!(code, Some(0), "{seen:?}");
    assert!(seen.contains("\u{1b}[32m✓\u{1b}[0m second "), "{seen:?}");
    assert!(seen.ends_with("two\r\n"), "{seen:?}");
}

#[test]
fn failures_are_red_on_a_terminal() {
    let home = Home::new();
    let program = home.program(executable!("two-steps"));
    let (code, seen) = Terminal::start(program.env("SECOND", "exit 3")).end();
    assert_eq!(code, Some(1));
    assert!(seen.contains("\u{1b}[31m✗\u{1b}[0m second "), "{seen:?}");
}

#[test]
fn no_color_is_respected() {
    let home = Home::new();
    let program = home.program(executable!("two-steps"));
    let program = program.env("SECOND", "echo two").env("NO_COLOR", "1");
    let (code, seen) = Terminal::start(program).end();
    assert_eq!(code, Some(0));
    assert!(
        seen.contains("✓ first ") && seen.contains("✓ second "),
        "{seen:?}"
    );
    for colour in ["\u{1b}[3", "\u{1b}[9", "\u{1b}[0m", "\u{1b}[1m"] {
        assert!(!seen.contains(colour), "{colour:?} in {seen:?}");
    }
    let help = home
        .program(executable!("two-steps"))
        .args(["--no-such-option"]);
    let (code, seen) = Terminal::start(help.env("NO_COLOR", "1")).end();
    assert_eq!(code, Some(2));
    assert!(!seen.contains('\u{1b}'), "{seen:?}");
}

#[test]
fn an_empty_no_color_means_nothing() {
    let home = Home::new();
    let program = home.program(executable!("two-steps"));
    let program = program.env("SECOND", "echo two").env("NO_COLOR", "");
    let (_, seen) = Terminal::start(program).end();
    assert!(seen.contains("\u{1b}[32m✓"), "{seen:?}");
}

#[test]
fn json_on_a_terminal_is_json_after_the_progress() {
    let home = Home::new();
    let program = home
        .program(executable!("two-steps"))
        .args(["--json", "--quiet"]);
    let (code, seen) = Terminal::start(program.env("SECOND", "echo two")).end();
    assert_eq!(code, Some(0));
    let run: serde_json::Value = serde_json::from_str(&seen).unwrap();
    assert_eq!(run["status"], "success");
}

#[test]
fn an_interrupted_run_leaves_the_terminal_clean() {
    let home = Home::new();
    let up = Gate::new(&home, "up");
    let second = format!("echo up > {}; sleep 60", up.path());
    let program = home.program(executable!("two-steps"));
    let mut terminal = Terminal::start(program.env("SECOND", second));
    up.wait();
    terminal.wait_for("second");
    terminal.signal(brain_tests::Signal::INT);
    let (code, seen) = terminal.end();
    assert_eq!(code, Some(130));
    let last = seen.lines().last().unwrap();
    assert!(last.contains("hint: "), "{seen:?}");
    // Whatever hid the cursor has shown it again.
    let (hidden, shown) = (seen.rfind("\u{1b}[?25l"), seen.rfind("\u{1b}[?25h"));
    assert!(hidden <= shown, "{seen:?}");
}

/// Prints what would colour the rest, ring, and erase, by bytes of both kinds.
const STEERING: &str = r"printf 'x\033[31m\007\302\2332Ky'";

#[test]
fn what_a_command_says_cannot_steer_the_terminal() {
    let home = Home::new();
    for (second, arguments) in [
        (STEERING.to_owned(), &["-q"][..]),
        (STEERING.to_owned(), &["-q", "--json"]),
        (format!("{STEERING} >&2; exit 1"), &["-q"]),
        (format!("{STEERING} >&2; exit 1"), &["-q", "--json"]),
    ] {
        let program = home
            .program(executable!("two-steps"))
            .args(arguments.iter().copied());
        let (_, seen) = Terminal::start(program.env("SECOND", &second)).end();
        let show = home
            .program(executable!("two-steps"))
            .args(["show", "last"]);
        let (_, shown) = Terminal::start(show).end();
        for text in [seen, shown] {
            let is_harmless = text
                .chars()
                .all(|c| matches!(c, '\r' | '\n') || !c.is_control());
            assert!(
                is_harmless && text.contains('x') && text.contains('y'),
                "{second}: {text:?}"
            );
        }
    }
}

#[test]
fn what_a_command_says_is_whole_in_a_pipe() {
    let home = Home::new();
    let program = home.program(executable!("two-steps")).args(["-q"]);
    let ended = program.env("SECOND", STEERING).run();
    assert_eq!(ended.with_code(0).stdout, "x\u{1b}[31m\u{7}\u{9b}2Ky\n");
    let program = home.program(executable!("two-steps")).args(["-q"]);
    let ended = program
        .env("SECOND", format!("{STEERING} >&2; exit 1"))
        .run();
    assert!(
        ended.stderr.contains("x\u{1b}[31m\u{7}\u{9b}2Ky"),
        "{ended:?}"
    );
}
