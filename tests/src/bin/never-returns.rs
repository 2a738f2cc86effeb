//! A closure that says that it is there, in the file that `STARTED` names, and never comes back.

use brain::prelude::*;

fn main() -> ExitCode {
    brain::main(workflow!(Workflow {
        name: "never-returns",
        steps: [
            first = shell {
                command: "echo one"
            },
            never = |first: String| -> Result<String> {
                std::fs::write(std::env::var("STARTED")?, first)?;
                loop {
                    std::thread::park();
                }
            },
        ],
    }))
}
