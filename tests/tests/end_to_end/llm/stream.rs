//! Streams, cut anywhere.

use std::time::Instant;

use brain::prelude::*;
use brain_tests::{Reply, Server};
use serde_json::json;

use super::{answered, error, events, output, record, run, step, text};

fn hello() -> Vec<String> {
    events(&[
        json!({ "role": "assistant", "content": null }),
        json!({ "reasoning_content": "hmm" }),
        json!({ "content": "Grüße, " }),
        json!({ "content": "🦀" }),
        json!({ "content": "" }),
    ])
}

#[tokio::test]
async fn a_stream_is_asked_for_and_read() {
    let server = Server::start([Reply::stream(hello())]);
    let run = run(step(&server)).await;
    let request = server.only_request().json();
    assert_eq!(request["stream"], true);
    assert_eq!(request["stream_options"], json!({ "include_usage": true }));
    let step = &run.steps[0];
    assert_eq!(output(step), "Grüße, 🦀");
    assert_eq!(record(step)["reasoning"], "hmm");
    assert_eq!(record(step)["finish_reason"], "stop");
    assert_eq!(record(step)["tokens_in"], 5);
    assert_eq!(record(step)["tokens_out"], 2);
}

#[tokio::test]
async fn borders_of_pieces_do_not_matter() {
    let whole = hello().concat();
    let returns = whole.replace('\n', "\r\n");
    let commented = format!(
        ": wait\n\n{}",
        whole.replace("data: ", "id: 1\nevent: message\ndata:")
    );
    let broken_up = whole.replace(",\"finish", "\ndata: ,\"finish");
    let without_empty_lines = whole.replace("\n\n", "\n");
    let unfinished = whole.trim_end().to_owned();
    let without_done = whole.replace("data: [DONE]\n\n", "");
    for text in [
        whole,
        returns,
        commented,
        broken_up,
        without_empty_lines,
        unfinished,
        without_done,
    ] {
        for size in [1, 7, 64, 100_000] {
            let reply = Reply::stream(text.as_bytes().chunks(size));
            assert_eq!(
                output(&answered(reply).await),
                "Grüße, 🦀",
                "{size} of {text}"
            );
        }
    }
}

#[tokio::test]
async fn a_server_may_answer_otherwise_than_asked() {
    // Plain JSON to a request for a stream, under either name.
    for kind in ["application/json", "text/event-stream"] {
        let reply = Reply::json(text("42")).kind(kind);
        assert_eq!(output(&answered(reply).await), "42");
    }
    // Events under the name of JSON, or of nothing.
    for kind in ["application/json", "text/plain", "application/octet-stream"] {
        let reply = Reply::stream(hello()).kind(kind);
        assert_eq!(output(&answered(reply).await), "Grüße, 🦀");
    }
    // Events to a request for plain JSON.
    let no = json!({ "error": { "message": "streaming is not supported", "type": "invalid_request_error" } });
    let server = Server::start([Reply::json(no).status(400), Reply::stream(hello())]);
    let run = run(step(&server)).await;
    assert_eq!(output(&run.steps[0]), "Grüße, 🦀");
    let received = server.received();
    assert_eq!(received.len(), 2);
    assert_eq!(received[1].json().get("stream"), None);
    assert_eq!(record(&run.steps[0])["changes"], json!(["no stream"]));
}

#[tokio::test]
async fn what_is_cut_is_no_answer() {
    let begun = || hello()[..3].to_vec();
    for (reply, says) in [
        // A clean end without a reason or a last word.
        (
            Reply::stream(begun()),
            "the stream ended before the answer did",
        ),
        (
            Reply::stream(begun()).until_close(),
            "the stream ended before the answer did",
        ),
        (Reply::stream(begun()).breaks(), "broke off"),
        (Reply::stream([""; 0]), "the reply is no JSON: it is empty"),
        (
            Reply::stream(begun()).piece("data: {\"choices\":[{\"del\n\n"),
            "the reply is no JSON",
        ),
        (
            Reply::stream(begun())
                .piece("data: {\"error\":{\"message\":\"lost the GPU\",\"code\":503}}\n\n"),
            "with the error 503: lost the GPU",
        ),
        (
            Reply::stream(begun()).piece("event: error\ndata: {\"message\":\"lost the GPU\"}\n\n"),
            "with the error 500: lost the GPU",
        ),
    ] {
        let said = format!("{reply:?}");
        let server = Server::start([reply, Reply::stream(hello())]);
        let run = run(step(&server).attempts(2).backoff(millis(1))).await;
        let step = &run.steps[0];
        let first = &step.attempts[0];
        let error = first.error.as_deref().unwrap_or_else(|| panic!("{said}"));
        assert!(error.contains(says), "{error:?} to {said}");
        assert_eq!(output(step), "Grüße, 🦀");
    }
    let step = answered(Reply::stream(begun())).await;
    assert_eq!(step.attempts[0].output.as_deref(), Some("Grüße, "));
}

#[tokio::test]
async fn a_finished_answer_needs_no_more_words() {
    let mut stream = hello();
    stream.truncate(stream.len() - 2);
    let broken = Reply::stream(stream.clone()).breaks();
    assert_eq!(output(&answered(broken).await), "Grüße, 🦀");
    let held = Reply::stream(stream).hold();
    assert_eq!(output(&answered(held).await), "Grüße, 🦀");
    let after_done = Reply::stream(hello()).hold();
    assert_eq!(output(&answered(after_done).await), "Grüße, 🦀");
}

#[tokio::test]
async fn a_server_that_trickles_meets_the_deadline() {
    let mut reply = Reply::stream(hello()[..3].to_vec());
    for _ in 0..100 {
        reply = reply.piece(": still here\n\n").pause(millis(50));
    }
    let server = Server::start([reply]);
    let begun = Instant::now();
    let run = run(step(&server).timeout(millis(700))).await;
    assert!(begun.elapsed() >= millis(700));
    let step = &run.steps[0];
    assert!(
        error(step).starts_with("timed out after 700ms"),
        "{}",
        error(step)
    );
    assert_eq!(step.attempts[0].output.as_deref(), Some("Grüße, "));
}

#[tokio::test]
async fn an_answer_has_a_limit() {
    let piece = format!(
        "data: {}\n\n",
        json!({ "choices": [{ "delta": { "content": "x".repeat(64 * 1024) } }] })
    );
    let reply = Reply::stream([""; 0])
        .times(&piece, 800)
        .piece("data: [DONE]\n\n");
    let step = answered(reply).await;
    assert!(
        error(&step).contains("longer than the limit of 16 MiB"),
        "{}",
        error(&step)
    );
    let whole = Reply::json(text(&"x".repeat(50 * 1024 * 1024)));
    let step = answered(whole).await;
    assert!(
        error(&step).contains("longer than the limit of 32 MiB"),
        "{}",
        error(&step)
    );
}
