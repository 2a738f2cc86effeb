use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        on: [
            cron { schedule: "0 6 * * *", overlap: queue_on },
        ],
        steps: [log = shell { command: "git log" }],
    });
}
