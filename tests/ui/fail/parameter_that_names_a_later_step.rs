use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            count = |log: String| log.len(),
            log = shell { command: "git log" },
        ],
    });
}
