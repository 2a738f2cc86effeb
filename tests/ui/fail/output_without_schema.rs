use brain::prelude::*;
use serde::Deserialize;

#[derive(Deserialize)]
struct Words {}

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            words = llm { prompt: "Hello.", output: Words },
        ],
    });
}
