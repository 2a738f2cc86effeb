use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            digest = llm { prompt: include_str!(concat!("prompt", ".md")) },
        ],
    });
}
