use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log" },
            count = call { run: |log: String| log.len(), timeout: secs(5) },
        ],
    });
}
