use brain::prelude::*;

const SHORT: std::time::Duration = secs(0);

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log", timeout: SHORT },
        ],
    });
}
