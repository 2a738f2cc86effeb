//! A step that has five seconds for what `COMMAND` says.

use brain::prelude::*;

fn main() -> ExitCode {
    brain::main(workflow!(Workflow {
        name: "five-seconds",
        steps: [only = shell {
            command: "eval \"$COMMAND\"",
            timeout: secs(5)
        }],
    }))
}
