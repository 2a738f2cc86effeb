//! Asks two models: one as its step says, one as the environment says.

use brain::prelude::*;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "it is a schema")]
struct Triage {
    labels: Vec<String>,
    urgent: Option<bool>,
}

fn main() -> ExitCode {
    // The port is known only when the program runs; the address that the macro takes is a literal.
    let url = std::env::var("OTHER_URL").unwrap_or_else(|_| "http://127.0.0.1:1".to_owned());
    let mut own = LlmStep::new("own", "Label:\n{log}")
        .system("You label issues of {run.workflow}.")
        .provider_url(url)
        .model("large")
        .max_tokens(50)
        .temperature(0.2)
        .timeout(secs(1))
        .extra(json!({ "seed": 7 }))
        .output::<Triage>();
    if std::env::var_os("OTHER_KEY").is_some() {
        own = own.api_key(from_env("OTHER_KEY"));
    }
    let workflow = Workflow::builder("asks-two-models")
        .step(ShellStep::new("log", "printf 'a{{b}}\\n\"c\"'"))
        .step(own)
        .step(LlmStep::new("common", "Say {own/labels/0}.").timeout(secs(60)))
        .build();
    match workflow {
        Ok(workflow) => brain::main(workflow),
        Err(error) => panic!("{error}"),
    }
}
