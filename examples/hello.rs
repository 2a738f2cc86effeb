//! Two commands, one after the other: `cargo run --example hello`.

use brain::prelude::*;

fn main() -> ExitCode {
    brain::main(workflow!(Workflow {
        name: "hello",
        steps: [
            name = shell { command: "whoami" },
            greeting = shell {
                command: "echo Hello, {name}"
            },
        ],
    }))
}
