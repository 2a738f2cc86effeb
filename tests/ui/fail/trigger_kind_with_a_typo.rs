use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        on: [
            corn { schedule: "0 6 * * *" },
        ],
        steps: [log = shell { command: "git log" }],
    });
}
