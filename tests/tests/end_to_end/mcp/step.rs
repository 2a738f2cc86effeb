//! What a step gives to its server: the rules of what is filled and what is not.

use std::collections::BTreeSet;

use brain::prelude::*;
use brain_tests::{Home, output as of};
use serde_json::Value;

use super::{echo, error, output, peer, run};

/// Runs a step after one that gives `Ann & "Bob"`, and returns its output.
async fn after_name(step: McpToolStep) -> String {
    let home = Home::new();
    let workflow = Workflow::builder("filled")
        .step(ShellStep::new(
            "name",
            r#"echo 'Ann & "Bob" $HOME {name}'"#.replace('{', "{{").replace('}', "}}"),
        ))
        .step(step)
        .build();
    let run = home.run(&workflow.expect("a workflow")).await;
    of(&run, "call").to_owned()
}

fn arguments() -> McpToolStep {
    McpToolStep::new("call", peer(""), "arguments")
}

#[tokio::test]
async fn top_level_strings_are_filled_and_nothing_else() {
    let given = json!({ "text": "to {name}", "{{}}": "{{}}", "list": ["{{", 1], "inner": { "a": "{}" }, "n": 1.5, "yes": true, "none": null });
    let step = arguments().args(given);
    let seen: Value = serde_json::from_str(&after_name(step).await).unwrap();
    assert_eq!(
        seen,
        json!({ "text": "to Ann & \"Bob\" $HOME {name}", "{{}}": "{}", "list": ["{{", 1], "inner": { "a": "{}" }, "n": 1.5, "yes": true, "none": null })
    );
}

#[tokio::test]
async fn a_closure_makes_any_arguments() {
    let step = arguments().args_with(
        ["name"],
        |name: String| json!({ "deep": [{ "name": name }] }),
    );
    let seen: Value = serde_json::from_str(&after_name(step).await).unwrap();
    assert_eq!(
        seen,
        json!({ "deep": [{ "name": "Ann & \"Bob\" $HOME {name}" }] })
    );
    let workflow = Workflow::builder("list")
        .step(ShellStep::new("name", "echo x"))
        .step(arguments().args_with(["name"], |name: String| vec![name]))
        .build()
        .unwrap();
    let run = Home::new().run(&workflow).await;
    assert_eq!(
        run.steps[1].error.as_deref(),
        Some("the closure of `args` gave a list, and a tool takes an object")
    );
}

#[tokio::test]
async fn a_value_in_the_command_is_one_word() {
    let home = Home::new();
    let workflow = Workflow::builder("filled")
        .step(ShellStep::new("name", "echo 'a  b; touch PWNED'"))
        .step(
            McpToolStep::new("call", format!("env 'WORD={{name}}' {}", peer("")), "env")
                .args(json!({ "name": "WORD" })),
        )
        .build()
        .unwrap();
    let run = home.run(&workflow).await;
    assert_eq!(of(&run, "call"), "a  b; touch PWNED");
    assert!(!home.path("PWNED").exists());
}

#[tokio::test]
async fn a_server_sees_little_of_the_environment() {
    let step = McpToolStep::new("call", peer(""), "env").env([("TOKEN_OF_MINE", "t")]);
    let names = output(step).await;
    let seen: BTreeSet<&str> = names.split_whitespace().collect();
    let allowed = [
        "HOME",
        "LANG",
        "LANGUAGE",
        "LC_ALL",
        "LC_CTYPE",
        "LOGNAME",
        "PATH",
        "SHELL",
        "TERM",
        "TMPDIR",
        "TZ",
        "USER",
        "TOKEN_OF_MINE",
        "BRAIN_RUN",
        "BRAIN_STEP",
        "BRAIN_PROCESS",
        "BRAIN_TEST_MARK",
    ];
    assert!(
        seen.contains("PATH") && seen.contains("TOKEN_OF_MINE"),
        "{seen:?}"
    );
    let more: Vec<&&str> = seen.iter().filter(|name| !allowed.contains(name)).collect();
    assert!(more.is_empty(), "{more:?}");
}

#[tokio::test]
async fn a_server_gets_its_variables_and_its_folder() {
    let home = Home::new();
    let step = McpToolStep::new("call", peer(""), "cwd").cwd(home.text());
    let folder = std::fs::canonicalize(home.folder()).unwrap();
    assert_eq!(output(step).await, folder.to_str().unwrap());
    let named = |env: &str| McpToolStep::new("call", peer(""), "env").args(json!({ "name": env }));
    assert_eq!(output(named("CARGO_MANIFEST_DIR")).await, "(unset)");
    let passed = named("PASSED").env([("PASSED", from_env("CARGO_MANIFEST_DIR"))]);
    // It came through: what is stored of it is masked.
    assert_eq!(output(passed).await, "***");
    let missing = named("PASSED").env([("PASSED", from_env("NO_SUCH_VARIABLE_AT_ALL"))]);
    assert_eq!(
        error(missing).await,
        "the environment variable `NO_SUCH_VARIABLE_AT_ALL` is not set, or is no UTF-8"
    );
}

#[tokio::test]
async fn stderr_is_never_in_the_output() {
    let (row, _) = run(echo(&peer("shouts=100"))).await;
    assert_eq!(row.output.as_deref(), Some("h\u{e9}llo"));
    assert!(
        row.attempts[0].record["stderr"]
            .as_str()
            .unwrap()
            .contains("END!")
    );
}
