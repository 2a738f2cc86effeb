use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            git_log = shell { command: "git log" },
            digest = llm { prompt: "Summarise: {git-log}" },
        ],
    });
}
