use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log", timeout: 5m, backoff: "2s" },
        ],
    });
}
