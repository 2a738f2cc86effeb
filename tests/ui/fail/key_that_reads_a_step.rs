use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        on: [
            cron { schedule: "0 6 * * *", key: "{log}" },
        ],
        steps: [log = shell { command: "git log" }],
    });
}
