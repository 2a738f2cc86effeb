//! What users of other systems reported, with their inputs unchanged.

use std::time::{Duration, SystemTime};

use brain::clock::{Clock as _, SystemClock};
use brain::prelude::*;
use brain::{RunStatus, StepStatus};
use brain_tests::{Reply, Server, closed_port};
use serde_json::{Value, json};

use super::{answered, body, error, output, record, run, step, step_at, text};

#[tokio::test]
async fn o_llm_1_reasoning_is_no_answer() {
    let message = json!({
        "role": "assistant", "content": "",
        "reasoning_content": "Long thinking. So the answer is 42.",
    });
    let step = answered(Reply::json(body(&message))).await;
    assert_eq!(step.status, StepStatus::Failed);
    assert_eq!(
        error(&step),
        "the model gave no answer text, but 35 characters of reasoning"
    );
    let thought = "Long thinking. So the answer is 42.";
    assert_eq!(record(&step)["reasoning"], thought);
    assert_eq!(record(&step)["tokens_in"], 5);
    assert_eq!(record(&step)["tokens_out"], 9);

    let message = json!({
        "role": "assistant", "content": "42",
        "reasoning_content": "Long thinking. So the answer is 42.",
    });
    let step = answered(Reply::json(body(&message))).await;
    assert_eq!(output(&step), "42");
    assert_eq!(record(&step)["reasoning"], thought);
}

#[tokio::test]
async fn o_llm_2_an_error_inside_is_one() {
    let overloaded = json!({ "error": { "message": "Upstream overloaded", "code": 502 } });
    let limited = json!({
        "error": {
            "message": "Rate limit exceeded: free-models-per-day", "code": 429,
            "metadata": { "headers": { "X-RateLimit-Remaining": "0" } },
        },
        "user_id": "u",
    });
    for (reply, code) in [
        (overloaded, "502: Upstream overloaded"),
        (limited, "429: Rate limit exceeded: free-models-per-day"),
    ] {
        let server = Server::start([Reply::json(&reply), Reply::json(text("42"))]);
        let mended = run(step(&server).attempts(2).backoff(millis(1))).await;
        assert_eq!(output(&mended.steps[0]), "42");
        assert_eq!(server.received().len(), 2);

        let given_up = answered(Reply::json(reply)).await;
        let error = error(&given_up);
        assert!(error.contains(&format!("with the error {code}")), "{error}");
    }
    let fatal = json!({ "error": { "message": "no such model", "code": 404 } });
    let server = Server::start([Reply::json(fatal)]);
    let run = run(step(&server).attempts(3).backoff(millis(1))).await;
    assert_eq!(run.status, RunStatus::Failed);
    assert_eq!(server.received().len(), 1);
}

#[tokio::test]
async fn o_llm_3_content_is_a_list_of_parts() {
    let content = json!([
        { "type": "thinking", "thinking": [{ "type": "text", "text": "hmm" }] },
        { "type": "text", "text": "Hello " },
        { "type": "text", "text": "world" },
        { "type": "reference", "reference_ids": [1] },
    ]);
    let message = json!({ "role": "assistant", "content": content });
    let step = answered(Reply::json(body(&message))).await;
    assert_eq!(output(&step), "Hello world");
    assert_eq!(record(&step)["reasoning"], "hmm");
}

/// Runs a step that is turned away once; returns how long it was until the second request.
async fn wait_after(reply: Reply, backoff: Duration) -> Duration {
    let server = Server::start([reply.status(429), Reply::json(text("42"))]);
    let run = run(step(&server).attempts(2).backoff(backoff)).await;
    assert_eq!(output(&run.steps[0]), "42");
    let received = server.received();
    assert_eq!(received.len(), 2);
    received[1].at - received[0].at
}

fn now() -> SystemTime {
    let microseconds = SystemClock.now().microseconds();
    SystemTime::UNIX_EPOCH + Duration::from_micros(microseconds.unsigned_abs())
}

#[tokio::test]
async fn o_llm_4_a_server_is_given_the_time_it_asks_for() {
    let no = || Reply::json(json!({ "error": { "message": "Slow down", "type": "rate_limit" } }));
    let short = millis(20);
    assert!(wait_after(no().header("Retry-After", "2"), short).await >= secs(2));
    assert!(wait_after(no().header("retry-after-ms", "300"), short).await >= millis(300));
    for odd in [no().header("Retry-After", "soon"), no()] {
        assert!(wait_after(odd, millis(200)).await >= millis(200));
    }
    let until = now() + secs(3);
    let date = httpdate::fmt_http_date(until);
    let wait = wait_after(no().header("Retry-After", date.clone()), short).await;
    let until = httpdate::parse_http_date(&date).unwrap();
    assert!(now() >= until, "{wait:?}");
}

#[tokio::test]
async fn o_llm_4_a_gateway_hands_the_time_on_in_its_error() {
    let error = |header: &str, wait: Value| {
        json!({ "error": {
            "message": "Rate limit exceeded", "code": 429,
            "metadata": { "headers": { "X-RateLimit-Remaining": "0", header: wait } },
        } })
    };
    for status in [200, 429] {
        let no = Reply::json(error("Retry-After", json!("2"))).status(status);
        let server = Server::start([no, Reply::json(text("42"))]);
        let run = run(step(&server).attempts(2).backoff(millis(20))).await;
        assert_eq!(output(&run.steps[0]), "42");
        let received = server.received();
        assert!(received[1].at - received[0].at >= secs(2), "{status}");
    }
    // In the middle of a stream, too.
    let piece = format!("data: {}\n\n", error("retry-after-ms", json!(700)));
    let server = Server::start([Reply::stream([piece]), Reply::json(text("42"))]);
    run(step(&server).attempts(2).backoff(millis(20))).await;
    let received = server.received();
    assert!(received[1].at - received[0].at >= millis(700));
    let long = Reply::json(error("retry-after", json!("3600")));
    let server = Server::start([long]);
    let run = run(step(&server).attempts(5).timeout(secs(10))).await;
    assert_eq!(server.received().len(), 1);
    let said = super::error(&run.steps[0]);
    assert!(said.contains("3600s") && said.contains("10s"), "{said}");
}

#[tokio::test]
async fn o_llm_4_a_wait_beyond_the_timeout_fails_at_once() {
    let reply = Reply::json("{}").status(429).header("Retry-After", "3600");
    let server = Server::start([reply]);
    let run = run(step(&server).attempts(5).timeout(secs(10))).await;
    assert_eq!(server.received().len(), 1);
    let error = error(&run.steps[0]);
    assert!(error.contains("3600s") && error.contains("10s"), "{error}");
}

#[tokio::test]
async fn o_llm_5_slashes_at_the_end_are_one() {
    let server = Server::start([Reply::json(text("42"))]);
    for base in ["/v1", "/v1/", "/v1beta/openai/"] {
        let url = format!("{}{base}", server.url());
        let run = run(step_at(url)).await;
        assert_eq!(output(&run.steps[0]), "42");
    }
    let paths: Vec<String> = server.received().into_iter().map(|one| one.path).collect();
    assert_eq!(
        paths,
        [
            "/v1/chat/completions",
            "/v1/chat/completions",
            "/v1beta/openai/chat/completions"
        ]
    );
}

#[tokio::test]
async fn o_llm_5_what_is_not_there_is_named_without_the_key() {
    let server = Server::start([Reply::body("text/plain", "404 page not found").status(404)]);
    let url = format!("{}/v1?key=sk-test-9f8e7d", server.url());
    let run = run(step_at(url)).await;
    assert_eq!(
        server.only_request().path,
        "/v1/chat/completions?key=sk-test-9f8e7d"
    );
    assert_eq!(
        error(&run.steps[0]),
        format!(
            "{}/v1/chat/completions answered 404 Not Found: 404 page not found",
            server.url()
        )
    );
}

#[tokio::test]
async fn o_llm_6_an_answer_that_was_cut_off_is_none() {
    let part = "{\"name\":\"Ana\",\"items\":[\"a\",\"b\"";
    let cut = |reason: &str| {
        let mut reply = text(part);
        reply["choices"][0]["finish_reason"] = json!(reason);
        Reply::json(reply)
    };
    let server = Server::start([cut("length")]);
    let failed = run(step(&server).max_tokens(50).attempts(3)).await;
    assert_eq!(server.only_request().json()["max_tokens"], 50);
    let failed = &failed.steps[0];
    let said = error(failed);
    assert!(said.contains("cut off at the limit of 50 tokens"), "{said}");
    assert_eq!(failed.output, None);
    assert_eq!(failed.attempts[0].output.as_deref(), Some(part));

    let taken = run(step(&server).max_tokens(50).accept_partial(true)).await;
    assert_eq!(output(&taken.steps[0]), part);
    let warning = record(&taken.steps[0])["warning"].as_str().unwrap();
    assert!(warning.contains("limit of 50 tokens"), "{warning}");

    let filtered = answered(cut("content_filter")).await;
    let said = error(&filtered);
    assert!(
        said.contains("cut off by the server's content filter"),
        "{said}"
    );

    assert_eq!(output(&answered(cut("because")).await), part);
    let mut missing = text("42");
    missing["choices"][0]
        .as_object_mut()
        .unwrap()
        .remove("finish_reason");
    assert_eq!(output(&answered(Reply::json(missing)).await), "42");
}

#[tokio::test]
async fn o_sec_1_a_closed_port_shows_no_key() {
    let port = closed_port();
    let url = format!("http://127.0.0.1:{port}/v1?key=sk-test-9f8e7d");
    let step = step_at(url);
    let run = run(step).await;
    let error = error(&run.steps[0]);
    assert!(
        error.starts_with(&format!("could not reach 127.0.0.1:{port}: ")),
        "{error}"
    );
    assert!(!format!("{run:?}").contains("sk-test-9f8e7d"));
}
