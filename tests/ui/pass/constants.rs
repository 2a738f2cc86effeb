#![deny(warnings)]
use brain::prelude::*;

use std::time::Duration;

const SHORT: Duration = millis(500);
const MANY: u32 = 12;
const DAYS: u64 = 7;

struct Limits;

impl Limits {
    const LONG: Duration = mins(5);
}

fn main() {
    let workflow = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log", timeout: SHORT, max_output: kib(MANY) },
            notes = memory { query: "todo", limit: MANY, since: days(DAYS) },
            digest = llm { prompt: "{log}", offline: extractive(MANY), timeout: secs(DAYS) },
            note = memory { remember: "{digest}", space: "digests", timeout: Limits::LONG },
        ],
    });
    assert_eq!(workflow.name(), "digest");
}
