//! Steps that leave a mark in the file `MARKS` when they run, one that does what `SECOND` says, one that runs at every end
//! and does what `CLEANED` says.

use brain::prelude::*;

fn main() -> ExitCode {
    brain::main(workflow!(Workflow {
        name: "lives",
        steps: [
            first = shell {
                command: "echo first >> MARKS; printf one"
            },
            absent = shell {
                command: "echo absent >> MARKS",
                when: || false
            },
            second = shell {
                command: "echo second >> MARKS; eval \"$SECOND\""
            },
            third = |first: String, second: String| format!("{first}+{second}"),
            last = shell {
                command: "echo last >> MARKS; printf '%s' {third}"
            },
        ],
        on_failure: [told = shell {
            command: "echo told >> MARKS; printf '%s' {failure.step}"
        }],
        always: [cleaned = shell {
            command: "echo cleaned >> MARKS; eval \"$CLEANED\""
        }],
    }))
}
