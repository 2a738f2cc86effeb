#![deny(warnings)]
use brain::prelude::*;

pub const LIMIT: u32 = 5;

fn main() {
    let workflow = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log" },
            _private = shell { command: "git log" },
            type_ = shell { command: "git log" },
            shell = shell { command: "{log}" },
            Camel = shell { command: "{shell}" },
            NONE = shell { command: "{Camel}" },
            LIMIT = shell { command: "{NONE}" },
            Some = shell { command: "{LIMIT}" },
            inputs = |_private: String| _private.len(),
        ],
    });
    assert_eq!(workflow.name(), "digest");
}
