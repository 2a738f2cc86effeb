use brain::prelude::*;

fn main() {
    let more = 3;
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log" },
            count = |log: String| log.len() + more,
        ],
    });
}
