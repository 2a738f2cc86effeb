//! A workflow that is resumed by itself, with a step that does what `CRASH` says.

use brain::prelude::*;

fn main() -> ExitCode {
    brain::main(workflow!(Workflow {
        name: "crashes",
        on_crash: resume,
        steps: [
            first = shell {
                command: "echo first >> MARKS; printf one"
            },
            second = shell {
                command: "echo second >> MARKS; eval \"$CRASH\"",
                repeatable: true
            },
        ],
    }))
}
