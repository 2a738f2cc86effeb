use brain::prelude::*;

const HOT: f64 = 2.5;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            digest = llm { prompt: "Hello.", temperature: HOT },
        ],
    });
}
