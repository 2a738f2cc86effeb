use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        on: [
            cron,
        ],
        steps: [log = shell { command: "git log" }],
    });
}
