use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        on: [
            cron { schedule: "0 6 * * *", name: "a" }, file { path: "inbox", name: "a" },
        ],
        steps: [log = shell { command: "git log" }],
    });
}
