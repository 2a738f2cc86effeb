use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        on: [
            queue { name: "jobs" },
        ],
        steps: [log = shell { command: "git log" }],
    });
}
