use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            digest = llm { prompt: "Hello.", provider_url: "localhost:1234/v1" },
        ],
    });
}
