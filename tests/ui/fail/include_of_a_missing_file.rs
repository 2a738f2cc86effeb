use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            digest = llm { prompt: include_str!("no-such-prompt.md") },
        ],
    });
}
