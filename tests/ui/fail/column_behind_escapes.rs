use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "a\n\t\u{e9}\x41 {logs}" },
        ],
    });
}
