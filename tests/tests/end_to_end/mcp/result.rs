//! What a tool gives, and what becomes of it.

use brain::prelude::*;
use brain_tests::{Home, output as of};
use serde::Deserialize;
use serde_json::Value;

use super::{error, giving, output, peer};

#[derive(Debug, Deserialize, PartialEq)]
struct Weather {
    temperature: i64,
    conditions: String,
}

fn rich() -> McpToolStep {
    McpToolStep::new("call", peer(""), "rich")
}

/// A step whose tool gives this result.
fn given(result: &str) -> McpToolStep {
    McpToolStep::new("call", giving(result), "echo")
}

#[tokio::test]
async fn a_result_is_its_texts_or_all_of_it() {
    assert_eq!(
        output(rich()).await,
        "one\n[image, image/png, 4 bytes]\ntwo"
    );
    let json: Value = serde_json::from_str(&output(rich().format(Format::Json)).await).unwrap();
    assert_eq!(json["content"][1]["data"], "iVBORw==");
    assert_eq!(json["structuredContent"]["temperature"], 33);
}

#[tokio::test]
async fn a_typed_step_gives_the_structured_part() {
    let home = Home::new();
    let workflow = Workflow::builder("typed")
        .step(rich().output::<Weather>())
        .step(ShellStep::new("by_pointer", "echo {call/conditions}"))
        .step(FnStep::new("by_type", ["call"], |call: Weather| {
            call.temperature
        }))
        .step(rich_named("whole").format(Format::Json))
        .step(ShellStep::new(
            "inside",
            "echo {whole/structuredContent/temperature}",
        ))
        .build()
        .unwrap();
    let run = home.run(&workflow).await;
    assert_eq!(of(&run, "by_pointer"), "Cloudy", "{run:#?}");
    assert_eq!(of(&run, "by_type"), "33");
    assert_eq!(of(&run, "inside"), "33");
}

fn rich_named(name: &str) -> McpToolStep {
    McpToolStep::new(name, peer(""), "rich")
}

#[tokio::test]
async fn a_typed_step_reads_a_text_if_that_is_all_there_is() {
    let text = r#"{"content":[{"type":"text","text":"{\"temperature\":1,\"conditions\":\"x\"}"}]}"#;
    assert_eq!(
        output(given(text).output::<Weather>()).await,
        r#"{"temperature":1,"conditions":"x"}"#
    );
    let none = given(r#"{"content":[{"type":"text","text":"sunny"}]}"#).output::<Weather>();
    let error = error(none).await;
    assert!(
        error.starts_with("tool `echo` gave no JSON for the type in `output`"),
        "{error}"
    );
    assert!(error.ends_with("`sunny`"), "{error}");
}

#[tokio::test]
async fn an_output_may_be_too_large() {
    let step = McpToolStep::new("call", peer("size=2000"), "big").max_output(1000);
    assert_eq!(
        error(step).await,
        "tool `big` gave 2000 bytes, more than `max_output`, which is 1000"
    );
}

#[tokio::test]
async fn results_of_all_shapes_are_taken() {
    for (result, wanted) in [
        ("{}", ""),
        (r#"{"content":[]}"#, ""),
        (
            r#"{"content":[],"structuredContent":{"a":1.50}}"#,
            r#"{"a":1.5}"#,
        ),
        (
            r#"{"content":[{"type":"text","text":"a\nb\n"}],"isError":false}"#,
            "a\nb\n",
        ),
        (
            r#"{"content":[{"type":"hologram"}],"more":[1]}"#,
            "[hologram]",
        ),
    ] {
        assert_eq!(output(given(result)).await, wanted, "{result}");
    }
    let error_of = |result: &str| error(given(result));
    assert_eq!(
        error_of(r#"{"resultType":"input_required"}"#).await,
        "the server's answer to `tools/call` asks for input, which a workflow cannot give"
    );
    let error = error_of("[1]").await;
    assert!(
        error.starts_with("the server's answer to `tools/call` is no result of a tool"),
        "{error}"
    );
}
