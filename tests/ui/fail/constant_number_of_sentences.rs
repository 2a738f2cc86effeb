use brain::prelude::*;

const MANY: u32 = 0;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            digest = llm { prompt: "nothing", offline: extractive(MANY) },
        ],
    });
}
