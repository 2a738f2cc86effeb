//! One step, and of its runs the last two stay.

use brain::prelude::*;

fn main() -> ExitCode {
    brain::main(workflow!(Workflow {
        name: "keeps-two",
        steps: [only = shell { command: "$ONLY" }],
        keep: Keep {
            runs: 2,
            failures: days(1)
        },
    }))
}
