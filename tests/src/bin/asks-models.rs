//! Asks the model that the environment names.

use brain::prelude::*;

fn main() -> ExitCode {
    brain::main(workflow!(Workflow {
        name: "asks-models",
        steps: [answer = llm { prompt: "Say it." }],
    }))
}
