use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        on: [
            file { path: "inbox", poll: millis(1) },
        ],
        steps: [log = shell { command: "git log" }],
    });
}
