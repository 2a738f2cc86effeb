use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        on: [
            cron { schedule: r#"0 24 * * MON-FUN"# },
        ],
        steps: [log = shell { command: "git log" }],
    });
}
