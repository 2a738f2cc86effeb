use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            words = llm { prompt: "Hello.", output: Wrods },
        ],
    });
}
