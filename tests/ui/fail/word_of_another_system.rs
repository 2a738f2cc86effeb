use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log", retries: 3 },
        ],
        on_error: [],
    });
}
