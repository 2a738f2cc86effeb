//! Replies in every shape that servers give them.

use brain_tests::{Reply, Server};
use serde_json::{Value, json};

use super::{answered, body, error, output, record, run, step, text};

#[tokio::test]
async fn answers_are_read_in_every_shape() {
    for (message, answer) in [
        (json!({ "content": "42" }), "42"),
        (json!({ "content": " 42\n" }), " 42\n"),
        (json!({ "content": ["4", { "text": "2" }] }), "42"),
        (json!({ "content": { "type": "text", "text": "42" } }), "42"),
        (json!({ "content": "42", "reasoning": "hmm" }), "42"),
        (
            json!({ "content": "42", "tool_calls": [], "refusal": null }),
            "42",
        ),
        (json!({ "content": "<think>hmm</think>\n\n42" }), "42"),
        (json!({ "content": "hmm\n</think>\n\n42" }), "42"),
        (json!({ "content": "Use `</think>`." }), "Use `</think>`."),
        (json!({ "content": "é🦀" }), "é🦀"),
    ] {
        let step = answered(Reply::json(body(&message))).await;
        assert_eq!(output(&step), answer, "{message}");
    }
    let completion = json!({ "choices": [{ "text": "42" }] });
    assert_eq!(output(&answered(Reply::json(completion)).await), "42");
    let with_mark = format!("\u{feff}  {}", text("42"));
    assert_eq!(output(&answered(Reply::json(with_mark)).await), "42");
    let as_text = Reply::body("text/plain", text("42"));
    assert_eq!(output(&answered(as_text).await), "42");
}

#[tokio::test]
async fn what_is_no_answer_says_why() {
    let message = |message: Value| Reply::json(body(&message));
    for (reply, says) in [
        (
            message(json!({ "content": null })),
            "the model gave no answer text",
        ),
        (
            message(json!({ "content": " \n" })),
            "the model gave no answer text",
        ),
        (message(json!({})), "the model gave no answer text"),
        (
            message(json!({ "content": "<think>hmm, so" })),
            "the model gave no answer text, but 7 characters of reasoning",
        ),
        (
            message(json!({ "content": null, "refusal": "I will not." })),
            "the model refused: I will not.",
        ),
        (
            message(json!({ "content": null, "tool_calls": [{ "id": "1" }] })),
            "the model asks for tools",
        ),
        (
            Reply::json(json!({ "choices": null })),
            "the reply has no choices: {\"choices\":null}",
        ),
        (
            Reply::json(json!({ "choices": [] })),
            "the reply has no choices",
        ),
        (Reply::json(json!({})), "the reply has no choices"),
        (Reply::json("[]"), "the reply has no choices"),
        (Reply::json("42"), "the reply has no choices"),
        (Reply::json("null"), "the reply has no choices"),
        (Reply::json(""), "the reply is no JSON: it is empty"),
        (Reply::json("Hello"), "the reply is no JSON: Hello"),
        (
            Reply::json("{\"choices\":[{"),
            "the reply is no JSON: {\"choices\":[{",
        ),
        (
            Reply::body("text/html", "<!doctype html>\n<title>Sign in</title>"),
            "the reply is a web page, so the address is probably not that of an API: <!doctype html> <title>Sign in</title>",
        ),
        (
            Reply::json(json!({ "error": "busy" })),
            "with the error 500: busy",
        ),
        (
            Reply::json(json!({ "object": "error", "message": "bad", "code": 40001 })),
            "with the error 500: bad",
        ),
        (
            Reply::json(json!({ "error": { "message": "slow", "code": "rate_limit_exceeded" } })),
            "with the error 429: slow",
        ),
        (
            Reply::json(json!({ "error": { "message": "slow", "code": "429" } })),
            "with the error 429: slow",
        ),
    ] {
        let said = format!("{reply:?}");
        let step = answered(reply).await;
        let error = error(&step);
        assert!(error.contains(says), "{error:?} to {said}");
    }
}

#[tokio::test]
async fn what_it_cost_is_in_the_record() {
    let mut reply = text("42");
    reply["usage"]["completion_tokens_details"] = json!({ "reasoning_tokens": 4 });
    let step = answered(Reply::json(&reply)).await;
    let record = record(&step);
    assert_eq!(record["tokens_in"], 5);
    assert_eq!(record["tokens_out"], 9);
    assert_eq!(record["tokens_reasoning"], 4);
    assert_eq!(record["model"], "m");
    for usage in [json!(null), json!("much"), json!({ "prompt_tokens": null })] {
        reply["usage"] = usage;
        let step = answered(Reply::json(&reply)).await;
        assert_eq!(output(&step), "42");
        assert_eq!(super::record(&step).get("tokens_in"), None);
    }
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let elsewhere = Server::start([Reply::json(text("42"))]);
    for status in [301, 302, 307, 308] {
        let to = format!("{}/v1/chat/completions", elsewhere.url());
        let server = Server::start([Reply::body("text/plain", "")
            .status(status)
            .header("location", &*to)]);
        let run = run(step(&server)).await;
        let error = error(&run.steps[0]);
        assert!(error.contains(&format!("points to {to}")), "{error}");
    }
    assert_eq!(elsewhere.received().len(), 0);
}
