use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "w",
        steps: [
            cron { schedule: "@daily" },
            log = shell { command: "git log" },
        ],
    });
}
