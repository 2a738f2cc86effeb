use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        on: [
            webhook { name: "issues", secret: "hunter2" },
        ],
        steps: [log = shell { command: "git log" }],
    });
}
