//! Asks the Memory Vault that the environment names, and adds to it.

use brain::prelude::*;

fn main() -> ExitCode {
    brain::main(workflow!(Workflow {
        name: "asks-a-vault",
        steps: [
            plain = memory_vault {
                query: "release plans",
                attempts: 2,
                backoff: millis(1),
                timeout: secs(10)
            },
            json = memory_vault {
                query: "{plain|nothing}",
                space: "work",
                limit: 5,
                since: days(30),
                format: json,
                timeout: secs(3)
            },
            kept = memory_vault {
                remember: "Read {plain}",
                space: "diary"
            },
        ],
    }))
}
