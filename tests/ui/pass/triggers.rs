use brain::prelude::*;

fn main() {
    let workflow = workflow!(Workflow {
        name: "digest",
        on: [
            cron { schedule: "0 6 * * MON-FRI" }, cron { schedule: "@daily" },
        ],
        steps: [log = shell { command: "git log" }],
    });
    assert_eq!(workflow.triggers().len(), 2);
}
