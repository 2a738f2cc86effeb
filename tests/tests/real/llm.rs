//! Models.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Instant;

use brain::prelude::*;
use brain::store::StepRow;
use brain_tests::Home;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::told;

/// A loaded machine writes a word a second.
const PATIENCE: u64 = 300;

async fn run(step: LlmStep) -> StepRow {
    let step = step.timeout(secs(PATIENCE));
    let workflow = Workflow::builder("w")
        .step(step)
        .build()
        .expect("a workflow");
    Home::new().run(&workflow).await.steps.remove(0)
}

fn llama(prompt: &str) -> LlmStep {
    LlmStep::new("a", prompt)
        .provider_url(told("BRAIN_REAL_LLAMA"))
        .api_key(from_env("BRAIN_REAL_LLAMA_KEY"))
        .model("smollm2")
        .temperature(0.0)
}

#[track_caller]
fn output(step: &StepRow) -> &str {
    step.output
        .as_deref()
        .unwrap_or_else(|| panic!("{step:#?}"))
}

#[test]
#[ignore = "needs tests/real/run"]
fn nightly_digest_is_written_by_a_model() {
    let home = Home::new();
    let script = "git init -q . && for n in 1 2 3 4 5 6 7; do echo $n > file$n && git add . && \
        git -c user.name=A -c user.email=a@example.com commit -qm \"Add file $n\"; done";
    #[expect(clippy::disallowed_methods, reason = "tests start processes, too")]
    let made = std::process::Command::new("sh")
        .args(["-c", script])
        .current_dir(home.folder())
        .status();
    assert!(made.unwrap().success());
    let ended = home
        .program(&told("BRAIN_REAL_DIGEST"))
        .env("LLM_BASE_URL", told("BRAIN_REAL_LLAMA"))
        .env("LLM_API_KEY", told("BRAIN_REAL_LLAMA_KEY"))
        .env("LLM_MODEL", "smollm2")
        .args(["run", "--json"])
        .run();
    let run = ended.with_code(0).json();
    let steps = run["steps"].as_array().unwrap();
    let asked: Vec<&Value> = steps.iter().filter(|step| step["kind"] == "llm").collect();
    assert!(!asked.is_empty(), "{run:#}");
    for step in asked {
        assert_eq!(step["record"].get("offline"), None, "{step:#}");
        assert!(step["record"]["tokens_out"].as_u64() > Some(0), "{step:#}");
        assert!(
            !step["output"].as_str().unwrap().trim().is_empty(),
            "{step:#}"
        );
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Person {
    // A small model knows no end.
    #[schemars(length(max = 20))]
    name: String,
    age: u8,
}

#[tokio::test]
#[ignore = "needs tests/real/run"]
async fn an_answer_has_the_type_that_was_asked_for() {
    let step = run(llama("Invent a person.").output::<Person>().max_tokens(200)).await;
    let person: Person = serde_json::from_str(output(&step)).unwrap();
    assert!(!person.name.is_empty());
}

#[tokio::test]
#[ignore = "needs tests/real/run"]
async fn a_streamed_answer_is_whole() {
    let grammar = json!({ "grammar": "root ::= \"The answer is 42. Grüße 🦀\"" });
    let step = run(llama("What is the answer?").extra(grammar)).await;
    assert_eq!(output(&step), "The answer is 42. Grüße 🦀");
    let record = &step.attempts[0].record;
    assert_eq!(record["finish_reason"], "stop");
    assert!(record["tokens_in"].as_u64() > Some(0), "{record}");
    assert_eq!(record.get("changes"), None);
}

#[tokio::test]
#[ignore = "needs tests/real/run"]
async fn an_answer_that_is_cut_off_fails() {
    let step = run(llama("Tell a long story.").max_tokens(5)).await;
    let error = step.error.as_deref().unwrap_or_default();
    assert!(
        error.contains("cut off at the limit of 5 tokens"),
        "{step:#?}"
    );
    assert!(step.attempts[0].output.is_some());
    let step = run(llama("Tell a long story.")
        .max_tokens(5)
        .accept_partial(true))
    .await;
    assert!(!output(&step).is_empty());
}

#[tokio::test]
#[ignore = "needs tests/real/run"]
async fn reasoning_is_kept_apart() {
    let grammar = "root ::= \"<think>\\nI plan.\\n</think>\\n\\nDone.\"";
    let step = LlmStep::new("a", "Do it.")
        .provider_url(told("BRAIN_REAL_THINKING"))
        .model("smollm2")
        .extra(json!({ "grammar": grammar }));
    let step = run(step).await;
    assert_eq!(output(&step), "Done.");
    let reasoning = step.attempts[0].record["reasoning"]
        .as_str()
        .unwrap_or_default();
    assert_eq!(reasoning.trim(), "I plan.");
}

#[tokio::test]
#[ignore = "needs tests/real/run"]
async fn refusals_say_why() {
    let step = run(llama(&"word ".repeat(4000)).attempts(3)).await;
    let error = step.error.as_deref().unwrap_or_default();
    assert!(error.contains("400 Bad Request"), "{error}");
    assert!(
        error.contains("exceeds the available context size"),
        "{error}"
    );
    assert_eq!(step.attempts.len(), 1);
    let step = LlmStep::new("a", "Hello")
        .provider_url(told("BRAIN_REAL_LLAMA"))
        .api_key(plaintext("wrong-key"))
        .model("smollm2");
    let step = run(step).await;
    let error = step.error.as_deref().unwrap_or_default();
    assert!(
        error.contains("401 Unauthorized: Invalid API Key"),
        "{error}"
    );
}

/// Asks the server that fails on demand for something.
fn post(path: &str, body: &Value) {
    let host = told("BRAIN_REAL_LLMOCK");
    let mut stream = TcpStream::connect(&host).expect("the server");
    let body = body.to_string();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    stream
        .write_all((head + &body).as_bytes())
        .expect("a server that reads");
    let mut reply = String::new();
    stream.read_to_string(&mut reply).expect("a reply");
    assert!(reply.starts_with("HTTP/1.1 20"), "{reply}");
}

/// Asks a server that behaves badly once, and then well.
async fn mended(behaviour: Value, timeout: u64) -> StepRow {
    post("/_llmock/scenario", &json!({ "behaviors": [behaviour] }));
    let step = LlmStep::new("a", "Say hello to everybody in this room.")
        .provider_url(format!("http://{}/v1", told("BRAIN_REAL_LLMOCK")))
        .model("mock")
        .attempts(3)
        .backoff(millis(500))
        .timeout(secs(timeout));
    let workflow = Workflow::builder("w")
        .step(step)
        .build()
        .expect("a workflow");
    let step = Home::new().run(&workflow).await.steps.remove(0);
    assert!(!output(&step).is_empty());
    step
}

#[tokio::test]
#[ignore = "needs tests/real/run"]
async fn a_limit_is_waited_for() {
    let begun = Instant::now();
    let limit = json!({ "type": "fail", "status": 429, "retry_after": 2, "times": 1 });
    let step = mended(limit, 60).await;
    assert_eq!(step.attempts.len(), 2);
    assert!(begun.elapsed() >= secs(2));
}

#[tokio::test]
#[ignore = "needs tests/real/run"]
async fn streams_that_fail_are_asked_for_again() {
    for kind in ["disconnect", "truncate", "malformed"] {
        let fault = json!({ "type": "stream_fault", "kind": kind, "after_chunks": 2, "times": 1 });
        let step = mended(fault, 60).await;
        assert_eq!(step.attempts.len(), 2, "{kind}: {step:#?}");
        assert!(step.attempts[0].error.is_some(), "{kind}");
    }
}

#[tokio::test]
#[ignore = "needs tests/real/run"]
async fn a_stream_that_stalls_meets_the_deadline() {
    let stall = json!({
        "type": "stream_fault", "kind": "stall", "after_chunks": 2, "stall_seconds": 60, "times": 1,
    });
    let step = mended(stall, 5).await;
    let error = step.attempts[0].error.as_deref().unwrap_or_default();
    assert!(error.contains("timed out after 5s"), "{error}");
}
