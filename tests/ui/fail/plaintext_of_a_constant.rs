use brain::prelude::*;

const KEY: &str = "none";

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            digest = llm { prompt: "Hello.", api_key: plaintext(KEY) },
        ],
    });
}
