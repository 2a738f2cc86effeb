//! Servers that say no.

use std::collections::BTreeMap;

use brain::prelude::*;
use brain_tests::{Reply, Server};
use serde_json::json;

use super::{answered, error, output, record, run, step, text};

#[tokio::test]
async fn the_other_name_of_the_limit_is_tried() {
    let no = json!({ "error": {
        "message": "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        "type": "invalid_request_error", "param": "max_tokens", "code": "unsupported_parameter",
    } });
    let server = Server::start([Reply::json(no).status(400), Reply::json(text("42"))]);
    let run = run(step(&server).max_tokens(7)).await;
    assert_eq!(output(&run.steps[0]), "42");
    let second = server.received()[1].json();
    assert_eq!(second["max_completion_tokens"], 7);
    assert_eq!(second.get("max_tokens"), None);
    assert_eq!(record(&run.steps[0])["requests"], 2);
}

#[tokio::test]
async fn only_what_may_pass_is_tried_again() {
    for (status, requests) in [
        (400, 1),
        (401, 1),
        (403, 1),
        (404, 1),
        (422, 1),
        (501, 1),
        (408, 2),
        (429, 2),
        (500, 2),
        (502, 2),
        (503, 2),
        (529, 2),
    ] {
        let reply = Reply::json(json!({ "error": { "message": "no" } })).status(status);
        let server = Server::start([reply]);
        let run = run(step(&server).attempts(2).backoff(millis(1))).await;
        let error = error(&run.steps[0]);
        assert_eq!(server.received().len(), requests, "{status}");
        let says = [status.to_string(), server.host(), "no".to_owned()];
        assert!(says.iter().all(|word| error.contains(word)), "{error}");
    }
}

#[tokio::test]
async fn bodies_of_any_kind_are_shown() {
    for (body, says) in [
        (
            "<html>\n<h1>Bad Gateway</h1>",
            "502 Bad Gateway: <html> <h1>Bad Gateway</h1>",
        ),
        ("Internal Server Error", "Internal Server Error"),
        (
            r#"{"detail":[{"loc":["body","model"],"msg":"field required"}]}"#,
            "body.model: field required",
        ),
        ("", "502 Bad Gateway"),
    ] {
        let step = answered(Reply::body("text/plain", body).status(502)).await;
        assert!(error(&step).ends_with(says), "{}", error(&step));
    }
}

fn typed(server: &Server) -> LlmStep {
    step(server).output::<BTreeMap<String, u32>>()
}

#[tokio::test]
async fn a_type_is_asked_for_by_its_schema() {
    for answer in [
        "{\"a\": 1}",
        "```json\n{\"a\": 1}\n```",
        "Here:\n```\n{\"a\": 1}\n```\n",
    ] {
        let server = Server::start([Reply::json(text(answer))]);
        let run = run(typed(&server)).await;
        assert_eq!(output(&run.steps[0]), "{\"a\": 1}");
        let format = &server.only_request().json()["response_format"];
        assert_eq!(format["type"], "json_schema");
        assert_eq!(format["json_schema"]["schema"]["type"], "object");
    }
}

#[tokio::test]
async fn a_server_that_knows_no_schemas_gets_it_in_the_prompt() {
    let no = Reply::json(json!({ "error": "response_format is not supported" })).status(400);
    let server = Server::start([no, Reply::json(text("{\"a\":1}"))]);
    let run = run(typed(&server)).await;
    assert_eq!(output(&run.steps[0]), "{\"a\":1}");
    let second = server.received()[1].json();
    assert_eq!(second.get("response_format"), None);
    let last = second["messages"].as_array().unwrap().last().unwrap();
    let prompt = last["content"].as_str().unwrap();
    assert!(prompt.contains("JSON Schema"), "{prompt}");
    assert!(prompt.contains("additionalProperties"), "{prompt}");
}

#[tokio::test]
async fn an_answer_of_another_type_is_mended_once() {
    let server = Server::start([
        Reply::json(text("{\"a\": \"one\"}")),
        Reply::json(text("{\"a\": 1}")),
    ]);
    let mended = run(typed(&server)).await;
    assert_eq!(output(&mended.steps[0]), "{\"a\": 1}");
    assert_eq!(record(&mended.steps[0])["tokens_in"], 10);
    let second = server.received()[1].json();
    let messages = second["messages"].as_array().unwrap();
    assert_eq!(messages[1]["content"], "{\"a\": \"one\"}");
    let told = messages[2]["content"].as_str().unwrap();
    assert!(
        told.contains("invalid type: string \"one\", expected u32"),
        "{told}"
    );

    let server = Server::start([
        Reply::json(text("{\"a\": \"one\"}")),
        Reply::json(text("I cannot.")),
    ]);
    let failed = run(typed(&server)).await;
    assert_eq!(server.received().len(), 2);
    let said = error(&failed.steps[0]);
    for part in [
        "expected u32",
        "{\"a\": \"one\"}",
        "expected value",
        "I cannot.",
    ] {
        assert!(said.contains(part), "{said}");
    }
}

#[tokio::test]
async fn a_typed_answer_that_was_cut_is_not_mended() {
    let mut cut = text("{\"a\": 1");
    cut["choices"][0]["finish_reason"] = json!("length");
    let server = Server::start([Reply::json(cut)]);
    let run = run(typed(&server).max_tokens(3)).await;
    assert_eq!(server.received().len(), 1);
    assert!(error(&run.steps[0]).contains("limit of 3 tokens"));
}
