use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{log}", when: async |log: String| log.is_empty() },
        ],
    });
}
