use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        on: [
            cron { schedule: "60 6 * * *" },
        ],
        steps: [log = shell { command: "git log" }],
    });
}
