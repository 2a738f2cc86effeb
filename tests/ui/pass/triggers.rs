use std::time::Duration;

use brain::prelude::*;

const SPREAD: Duration = Duration::from_secs(30);
const MISSED: u32 = 10;

fn main() {
    let workflow = workflow!(Workflow {
        name: "digest",
        on: [
            cron { schedule: "0 6 * * MON-FRI" },
            cron { schedule: "@daily", tz: "Europe/Bucharest", catch_up: none, jitter: SPREAD },
            cron { schedule: "*/5 0,12 1-7 JAN 7", catch_up: all(MISSED), jitter: hours(24) },
            cron { schedule: "0 6 * * *", catch_up: all(3) },
        ],
        steps: [log = shell { command: "git log" }],
    });
    assert_eq!(workflow.triggers().len(), 4);
    let none = workflow!(Workflow {
        on: [],
        name: "digest",
        steps: [log = shell { command: "git log" }],
    });
    assert_eq!(none.triggers().len(), 0);
}
