use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        on: [
            cron { schedule: "0 6 * * *", filter: |trigger: &Trigger| trigger.scheduled() },
        ],
        steps: [log = shell { command: "git log" }],
    });
}
