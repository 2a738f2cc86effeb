use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        on: [
            file { path: "inbox", events: [renamed] },
        ],
        steps: [log = shell { command: "git log" }],
    });
}
