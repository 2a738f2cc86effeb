use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        on: [
            file { path: "inbox", events: [created, created] },
        ],
        steps: [log = shell { command: "git log" }],
    });
}
