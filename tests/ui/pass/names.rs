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
            shell = shell { command: "echo {log}" },
            Camel = shell { command: "echo {shell}" },
            NONE = shell { command: "echo {Camel}" },
            LIMIT = shell { command: "echo {NONE}" },
            Some = shell { command: "echo {LIMIT}" },
            inputs = |type_: String| type_.len(),
        ],
    });
    assert_eq!(workflow.name(), "digest");
}
