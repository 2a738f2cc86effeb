#![deny(warnings)]
use brain::prelude::*;

use std::time::Duration;

const TRIES: u32 = 3;
const PAUSE: Duration = mins(2);

fn main() {
    let workflow = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log", attempts: 20, backoff: millis(1), repeatable: true },
            digest = llm { prompt: "{log}", attempts: TRIES, backoff: PAUSE, repeatable: false },
            counted = call { run: |digest: String| digest.len(), attempts: 2 },
            note = memory { remember: "{counted}", attempts: 1, backoff: days(365) },
        ],
    });
    assert_eq!(workflow.steps()[1].attempts(), 3);
    assert_eq!(workflow.steps()[1].backoff(), PAUSE);
    assert!(workflow.steps()[0].is_repeatable());
}
