//! Two providers in one workflow, each with what is its own.

use std::time::Duration;

use brain_tests::{Ended, Home, Reply, Server, executable};
use serde_json::json;

use super::text;

fn asks(own: &Server, common: &Server, home: &Home) -> Ended {
    home.program(executable!("asks-two-models"))
        .env("OTHER_URL", format!("{}/api/v3/", own.url()))
        .env("OTHER_KEY", "sk-other-123456")
        .env("LLM_BASE_URL", format!("{}/v1", common.url()))
        .env("LLM_API_KEY", "sk-common-123456")
        .env("LLM_MODEL", "small")
        .args(["run", "--json"])
        .run()
}

#[test]
fn each_step_asks_its_own_server_with_its_own_words() {
    let own = Server::start([Reply::json(text(r#"{"labels":["bug"],"urgent":null}"#))]);
    let common = Server::start([Reply::json(text("bug"))]);
    let home = Home::new();
    let run = asks(&own, &common, &home).with_code(0).json();
    assert_eq!(run["steps"][2]["output"], "bug");
    assert_eq!(run["tokens"], json!({ "in": 10, "out": 18 }));

    let (first, second) = (own.only_request(), common.only_request());
    assert_eq!(first.path, "/api/v3/chat/completions");
    assert_eq!(second.path, "/v1/chat/completions");
    assert_eq!(
        first.header("authorization"),
        Some("Bearer sk-other-123456")
    );
    assert_eq!(
        second.header("authorization"),
        Some("Bearer sk-common-123456")
    );
    assert_eq!(
        (first.method.as_str(), second.method.as_str()),
        ("POST", "POST")
    );
    insta::assert_json_snapshot!("own", first.json());
    insta::assert_json_snapshot!("common", second.json());

    let program = || home.program(executable!("asks-two-models"));
    let history = program().args(["history", "--json"]).run().json();
    assert_eq!(history["runs"][0]["tokens"], json!({ "in": 10, "out": 18 }));
    let shown = program().args(["show", "last"]).run();
    assert!(
        shown.stdout.contains("tokens    10 in, 18 out"),
        "{}",
        shown.stdout
    );
}

#[test]
fn each_step_has_its_own_timeout() {
    let late = || {
        Reply::stream([""; 0])
            .pause(Duration::from_secs(3))
            .piece(format!(
                "data: {}\n\ndata: [DONE]\n\n",
                text(r#"{"labels":["bug"]}"#)
            ))
    };
    let (own, common) = (
        Server::start([Reply::json(text(r#"{"labels":["bug"]}"#))]),
        Server::start([late()]),
    );
    asks(&own, &common, &Home::new()).with_code(0);
    let (own, common) = (Server::start([late()]), Server::start([late()]));
    let run = asks(&own, &common, &Home::new()).with_code(1).json();
    let error = run["error"].as_str().unwrap();
    assert!(error.contains("step `own`: timed out after 1s"), "{error}");
    assert!(common.received().is_empty());
}

#[test]
fn the_common_key_is_shown_to_the_common_server_only() {
    let typed = || Reply::json(text(r#"{"labels":["bug"]}"#));
    let (own, common) = (Server::start([typed()]), Server::start([typed()]));
    let home = Home::new();
    home.program(executable!("asks-two-models"))
        .env("OTHER_URL", own.url())
        .env("LLM_BASE_URL", common.url())
        .env("LLM_API_KEY", "sk-common-123456")
        .env("LLM_MODEL", "small")
        .run()
        .with_code(0);
    assert_eq!(own.only_request().header("authorization"), None);
    let shown = common.only_request();
    assert_eq!(
        shown.header("authorization"),
        Some("Bearer sk-common-123456")
    );
}
