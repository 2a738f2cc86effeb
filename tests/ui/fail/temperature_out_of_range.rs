use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            digest = llm { prompt: "Hello.", temperature: 2.5 },
        ],
    });
}
