use brain::prelude::*;
use schemars::JsonSchema;

#[derive(JsonSchema)]
struct Words {}

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            words = llm { prompt: "Hello.", output: Words },
        ],
    });
}
