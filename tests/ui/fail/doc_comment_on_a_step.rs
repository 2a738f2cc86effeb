use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            /// What happened.
            log = shell { command: "git log" },
        ],
    });
}
