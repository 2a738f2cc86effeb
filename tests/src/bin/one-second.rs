//! A step that says whatever `COMMAND` says, for at most a second, and one that always follows.

use brain::prelude::*;

fn main() -> ExitCode {
    brain::main(workflow!(Workflow {
        name: "one-second",
        steps: [short = shell {
            command: "eval \"$COMMAND\"",
            timeout: secs(1)
        },],
        always: [after = shell {
            command: "eval \"$AFTER\""
        },],
    }))
}
