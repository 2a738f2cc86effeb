use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "w",
        on: [told = shell { command: "echo" }, cron { schedule: "@daily" }],
        steps: [
            log = shell { command: "git log" },
        ],
    });
}
