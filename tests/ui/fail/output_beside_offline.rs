use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            words = llm { prompt: "Hello.", output: Vec::<String>, offline: extractive(3) },
        ],
    });
}
