use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        on: [
            cron { schedule: "0 6 * * *", filter: async |_: &Trigger| true },
        ],
        steps: [log = shell { command: "git log" }],
    });
}
