use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        always: [last = shell { command: "{one}" }],
        on_failure: [told = shell { command: "{two}" }],
        steps: [made = shell { command: "{three}" }],
        on: [cron { schedule: "61 * * * *" }],
        name: "four five",
    });
}
