//! Ways to a server, and old ways of answering.

use std::net::{Ipv6Addr, TcpListener};
use std::time::Instant;

use brain::prelude::*;
use brain_tests::{Home, Reply, Server, executable};
use serde_json::json;

use super::{answered, error, events, output, run, step, step_at, text};

/// `{"choices":[{"message":{"content":"42"}}]}`, compressed.
const GZIP: &[u8] =
    b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xabVJ\xce\xc8\xcfLN-V\xb2\x8a\xaeV\xcaM-.NLOU\xb2\xaaVJ\xce\xcf+I\xcd+Q\xb2R21R\xaa\xad\x8d\xad\x05\x00<z\x0e\xd6*\x00\x00\x00";

#[tokio::test]
async fn a_reply_that_is_compressed_is_told_of() {
    for status in [200, 400] {
        let reply = Reply::stream([GZIP])
            .kind("application/json")
            .header("content-encoding", "gzip")
            .status(status);
        let server = Server::start([reply]);
        let run = run(step(&server).attempts(2)).await;
        assert_eq!(server.only_request().header("accept-encoding"), None);
        let error = error(&run.steps[0]);
        let says = "the reply is compressed (`gzip`), which it was not asked to be";
        assert!(error.contains(says), "{error}");
    }
    let plain = Reply::json(text("42")).header("content-encoding", "identity");
    assert_eq!(output(&answered(plain).await), "42");
}

#[tokio::test]
async fn replies_of_old_servers_end_with_the_connection() {
    assert_eq!(
        output(&answered(Reply::json(text("42")).of_old()).await),
        "42"
    );
    let stream = Reply::stream(events(&[json!({ "content": "42" })])).of_old();
    assert_eq!(output(&answered(stream).await), "42");
    let begun = Reply::stream(&events(&[json!({ "content": "42" })])[..1]).of_old();
    let step = answered(begun).await;
    assert!(error(&step).contains("the stream ended before the answer did"));
}

#[tokio::test]
async fn a_reply_without_a_body_says_so() {
    let step = answered(Reply::json("").status(204)).await;
    let error = error(&step);
    assert!(
        error.ends_with("answered 204: the reply is no JSON: it is empty"),
        "{error}"
    );
}

#[tokio::test]
async fn a_server_that_never_pauses_meets_the_deadline() {
    let reply = Reply::stream([""; 0]).times(": still here\n\n", 100_000_000);
    let server = Server::start([reply]);
    let begun = Instant::now();
    let run = run(step(&server).timeout(millis(700))).await;
    assert!(begun.elapsed() >= millis(700));
    assert_eq!(
        error(&run.steps[0]),
        format!("timed out after 700ms, waiting for {}", server.host())
    );
}

#[tokio::test]
async fn an_address_may_be_of_the_newer_kind() {
    // Not every machine has such addresses.
    let Ok(listener) = TcpListener::bind((Ipv6Addr::LOCALHOST, 0)) else {
        return;
    };
    let port = listener.local_addr().expect("an address").port();
    drop(listener);
    let run = run(step_at(format!("http://[::1]:{port}/v1"))).await;
    let error = error(&run.steps[0]);
    assert!(
        error.starts_with(&format!("could not reach [::1]:{port}: ")),
        "{error}"
    );
}

#[test]
fn a_proxy_is_asked_for_other_machines() {
    let proxy = Server::start([Reply::json(text("42"))]);
    let home = Home::new();
    let ended = home
        .program(executable!("asks-models"))
        .env("http_proxy", proxy.url())
        .env("LLM_BASE_URL", "http://models.example/v1?version=2")
        .env("LLM_API_KEY", "sk-test-9f8e7d")
        .env("LLM_MODEL", "m")
        .run();
    assert_eq!(ended.with_code(0).stdout, "42\n");
    assert_eq!(
        proxy.only_request().path,
        "http://models.example/v1/chat/completions?version=2"
    );
}

#[test]
fn addresses_that_are_none_are_named_and_never_asked() {
    for (url, says) in [
        ("unix:/run/llama.sock", "`unix`"),
        ("unix:///run/llama.sock", "`unix`"),
        ("/run/llama.sock", "neither a scheme nor a host"),
        ("http://", "no host"),
        ("http://127.0.0.1:99999/v1", "port"),
        ("http://me:secret@127.0.0.1/v1", "a user name or a password"),
        ("file:///etc/passwd", "`file`"),
    ] {
        let home = Home::new();
        let ended = home
            .program(executable!("asks-models"))
            .env("LLM_BASE_URL", url)
            .env("LLM_MODEL", "m")
            .run();
        let said = &ended.with_code(1).stderr;
        assert!(
            said.contains("`LLM_BASE_URL` names no server") && said.contains(says),
            "{url}: {said}"
        );
        assert!(!said.contains("secret@"), "{said}");
    }
}

#[test]
fn a_blank_key_is_none() {
    for key in ["", " \n"] {
        let server = Server::start([Reply::json(text("42"))]);
        let home = Home::new();
        home.program(executable!("asks-models"))
            .env("LLM_BASE_URL", server.url())
            .env("LLM_API_KEY", key)
            .env("LLM_MODEL", "m")
            .run()
            .with_code(0);
        assert_eq!(server.only_request().header("authorization"), None);
    }
}
