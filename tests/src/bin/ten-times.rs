//! A step that is tried ten times, each for half a second at most, and one that always follows.

use brain::prelude::*;

fn main() -> ExitCode {
    brain::main(workflow!(Workflow {
        name: "ten-times",
        steps: [tried = shell {
            command: "eval \"$COMMAND\"",
            timeout: millis(500),
            attempts: 10,
            backoff: millis(1),
            repeatable: true
        },],
        always: [after = shell {
            command: "eval \"$AFTER\""
        },],
    }))
}
