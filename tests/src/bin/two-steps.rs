//! A step that succeeds, then whatever `SECOND` says.

use brain::prelude::*;

fn main() -> ExitCode {
    brain::main(workflow!(Workflow {
        name: "two-steps",
        steps: [
            first = shell {
                command: "echo one"
            },
            second = shell {
                command: "eval \"$SECOND\""
            },
        ],
    }))
}
