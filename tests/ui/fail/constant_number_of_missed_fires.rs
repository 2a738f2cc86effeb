use brain::prelude::*;

const MISSED: u32 = 100_000;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        on: [
            cron { schedule: "0 6 * * *", catch_up: all(MISSED) },
        ],
        steps: [log = shell { command: "git log" }],
    });
}
