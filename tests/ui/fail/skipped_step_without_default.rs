use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log", when: || true },
            digest = llm { prompt: "Summarise: {log}" },
        ],
    });
}
