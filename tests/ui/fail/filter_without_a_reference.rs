use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        on: [
            cron { schedule: "0 6 * * *", filter: |trigger: Trigger| trigger.path().is_some() },
        ],
        steps: [log = shell { command: "git log" }],
    });
}
