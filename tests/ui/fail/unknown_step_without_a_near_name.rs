use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log" },
            notes = memory { query: "todo" },
            digest = llm { prompt: "Summarise: {commits}" },
        ],
    });
}
