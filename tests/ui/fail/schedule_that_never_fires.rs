use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        on: [
            cron { schedule: "0 0 30 2 *" },
        ],
        steps: [log = shell { command: "git log" }],
    });
}
