//! What is shown of an answer while it is written.

use std::time::Duration;

use brain_tests::{Home, Program, Reply, Server, Terminal, executable};
use serde_json::json;

use super::{events, text};

fn asks(home: &Home, server: &Server) -> Program {
    home.program(executable!("asks-models"))
        .env("LLM_BASE_URL", server.url())
        .env("LLM_MODEL", "m")
        .env("NO_COLOR", "1")
}

fn lines() -> Vec<String> {
    let piece = |text: &str| json!({ "content": text });
    events(&[
        piece("<thi"),
        piece("nk>secretly</think>"),
        piece("First "),
        piece("line.\nSecond"),
        piece(" line."),
    ])
}

#[test]
fn an_answer_is_shown_on_a_terminal_while_it_is_written() {
    let all = lines();
    let (begun, rest) = all.split_at(4);
    let reply = Reply::stream(begun)
        .pause(Duration::from_millis(1500))
        .piece(rest.concat());
    let server = Server::start([reply]);
    let home = Home::new();
    let mut terminal = Terminal::start(asks(&home, &server));
    terminal.wait_for("answer | First line.");
    let seen = terminal.wait_for("Second").to_owned();
    assert!(!seen.contains('✓'), "{seen:?}");
    let (code, seen) = terminal.end();
    assert_eq!(code, Some(0), "{seen:?}");
    assert!(seen.contains("answer | Second line."), "{seen:?}");
    assert!(!seen.contains("secretly"), "{seen:?}");
    assert!(seen.contains("tokens)"), "{seen:?}");
    assert!(
        seen.ends_with("First line.\r\nSecond line.\r\n"),
        "{seen:?}"
    );
}

#[test]
fn without_a_terminal_the_output_stands_alone() {
    let server = Server::start([Reply::stream(lines())]);
    let ended = asks(&Home::new(), &server).run();
    assert_eq!(ended.with_code(0).stdout, "First line.\nSecond line.\n");
    assert!(!ended.stderr.contains("First"), "{ended:?}");
    let terminal = Terminal::start(asks(&Home::new(), &server).args(["run", "--quiet"]));
    let (code, seen) = terminal.end();
    assert_eq!(code, Some(0));
    assert_eq!(seen, "First line.\r\nSecond line.\r\n");
}

#[test]
fn a_partial_answer_that_is_not_accepted_is_shown_afterwards() {
    let mut cut = text("First half");
    cut["choices"][0]["finish_reason"] = json!("length");
    let server = Server::start([Reply::json(cut)]);
    let home = Home::new();
    asks(&home, &server).run().with_code(1);
    let shown = home
        .program(executable!("asks-models"))
        .args(["show", "last"])
        .run();
    assert!(
        shown.stdout.contains("[partial output] First half"),
        "{}",
        shown.stdout
    );
}
