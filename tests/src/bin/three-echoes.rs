//! Three commands that print something.

use brain::prelude::*;

fn main() -> ExitCode {
    brain::main(workflow!(Workflow {
        name: "three-echoes",
        steps: [
            one = shell {
                command: "echo one"
            },
            two = shell {
                command: "echo {one} two"
            },
            three = shell {
                command: "echo {two} three"
            },
        ],
    }))
}
