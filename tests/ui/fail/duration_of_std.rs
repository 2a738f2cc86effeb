use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log", timeout: Duration::from_secs(5) },
        ],
    });
}
