use brain::prelude::*;

const COMMAND: &str = "git log";

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: COMMAND },
        ],
    });
}
