//! Keys: who is shown which, and that nobody else is.

use brain::prelude::*;
use brain_tests::{Home, Program, Reply, Server, executable};
use serde_json::{Value, json};

use super::{answered, error, run, step, text};

const KEY: &str = "sk-test-9f8e7d";

#[tokio::test]
async fn a_key_in_the_source_is_sent_and_no_secret() {
    let server = Server::start([Reply::json(text("42"))]);
    run(step(&server).api_key(plaintext("none"))).await;
    assert_eq!(
        server.only_request().header("authorization"),
        Some("Bearer none")
    );
}

#[tokio::test]
async fn a_server_that_was_shown_no_key_is_told_of() {
    let no = Reply::json(json!({ "error": { "message": "Missing key" } })).status(401);
    let step = answered(no).await;
    assert!(
        error(&step).ends_with("401 Unauthorized: Missing key; it was shown no key"),
        "{}",
        error(&step)
    );
}

#[tokio::test]
async fn a_variable_that_is_not_set_is_named() {
    let server = Server::start([Reply::json(text("42"))]);
    let run = run(step(&server).api_key(from_env("BRAIN_TEST_NO_SUCH_KEY"))).await;
    assert_eq!(server.received().len(), 0);
    assert_eq!(
        error(&run.steps[0]),
        "the environment variable `BRAIN_TEST_NO_SUCH_KEY` is not set, nor is `BRAIN_TEST_NO_SUCH_KEY_FILE`"
    );
}

fn asks(home: &Home) -> Program {
    home.program(executable!("asks-models"))
}

/// What a program leaves everywhere where a key could be.
fn everything(home: &Home, program: Program) -> (Value, String) {
    let ended = program.args(["run", "--json"]).run();
    let mut all = format!("{}{}", ended.stdout, ended.stderr);
    for arguments in [
        ["show", "last", "--json"].as_slice(),
        &["show", "last"],
        &["history"],
    ] {
        let shown = asks(home).args(arguments.iter().copied()).run();
        all += &shown.stdout;
        all += &shown.stderr;
    }
    for file in home.files() {
        if file.starts_with("brain.db") {
            let bytes = std::fs::read(home.path(&file)).expect("a file");
            all += &String::from_utf8_lossy(&bytes);
        }
    }
    (ended.json(), all)
}

#[test]
fn o_sec_1_the_key_is_in_no_error() {
    let echo = json!({ "error": { "message": format!("Incorrect API key provided: {KEY}") } });
    let server = Server::start([Reply::json(echo).status(401)]);
    let home = Home::new();
    let program = asks(&home)
        .env("LLM_BASE_URL", format!("{}/v1?key={KEY}", server.url()))
        .env("LLM_MODEL", "m")
        .env("LLM_API_KEY", format!("{KEY}\n"));
    let (run, all) = everything(&home, program);
    assert_eq!(
        server.only_request().header("authorization"),
        Some("Bearer sk-test-9f8e7d")
    );
    assert!(!all.contains(KEY), "{all}");
    let error = run["error"].as_str().unwrap();
    for part in [&server.host(), "401", "Incorrect API key provided: ***"] {
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn a_key_comes_from_a_file_too() {
    let server = Server::start([Reply::json(text("42"))]);
    let home = Home::new();
    std::fs::write(home.path("key"), format!("{KEY}\r\n")).unwrap();
    asks(&home)
        .env("LLM_BASE_URL", format!("{}/v1", server.url()))
        .env("LLM_MODEL", "m")
        .env("LLM_API_KEY_FILE", home.path("key").to_str().unwrap())
        .run()
        .with_code(0);
    assert_eq!(
        server.only_request().header("authorization"),
        Some("Bearer sk-test-9f8e7d")
    );
}

#[test]
fn a_key_that_no_header_takes_is_refused() {
    let home = Home::new();
    let program = asks(&home)
        .env("LLM_BASE_URL", "http://127.0.0.1:1/v1")
        .env("LLM_MODEL", "m")
        .env("LLM_API_KEY", "sk-test\n-9f8e7d");
    let (run, all) = everything(&home, program);
    let error = run["error"].as_str().unwrap();
    assert!(
        error.contains("the key of `LLM_API_KEY` holds a character that no header can"),
        "{error}"
    );
    assert!(!all.contains("sk-test") && !all.contains("9f8e7d"), "{all}");
}

#[test]
fn what_is_not_set_is_named_before_any_request() {
    let server = Server::start([Reply::json(text("42"))]);
    let home = Home::new();
    let failed = asks(&home).run();
    let says = "no model server is configured: set LLM_BASE_URL and LLM_MODEL";
    assert!(failed.with_code(1).stderr.contains(says), "{failed:?}");
    let failed = asks(&home).env("LLM_BASE_URL", server.url()).run();
    let says = "no model is named: set LLM_MODEL, or give the step `model`";
    assert!(failed.with_code(1).stderr.contains(says), "{failed:?}");
    let failed = asks(&home)
        .env("LLM_BASE_URL", "localhost:80")
        .env("LLM_MODEL", "m")
        .run();
    let says = "`LLM_BASE_URL` names no server: the URL has no scheme";
    assert!(failed.with_code(1).stderr.contains(says), "{failed:?}");
    assert_eq!(server.received().len(), 0);
}

#[test]
fn a_proxy_is_not_asked_for_this_machine() {
    let proxy = Server::start([Reply::json(text("wrong"))]);
    let server = Server::start([Reply::json(text("42"))]);
    let home = Home::new();
    let ended = asks(&home)
        .env("http_proxy", proxy.url())
        .env("HTTP_PROXY", proxy.url())
        .env("ALL_PROXY", proxy.url())
        .env("LLM_BASE_URL", server.url())
        .env("LLM_MODEL", "m")
        .run();
    assert_eq!(ended.with_code(0).stdout, "42\n");
    assert_eq!(proxy.received().len(), 0);
}
