use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        on: [
            cron { schedule: "0 6 * * *", seconds: 5 },
        ],
        steps: [log = shell { command: "git log" }],
    });
}
