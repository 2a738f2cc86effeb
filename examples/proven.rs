//! Publishes a note only if the tests are proven green for the files as they are, and says which receipt proves it.
//!
//! Run with `cargo run --example proven` in a git work tree whose `.verify/verify.toml` has a check `tests`; `brain verify
//! init` writes one.

use brain::prelude::*;

fn main() -> ExitCode {
    brain::main(workflow!(Workflow {
        name: "proven",
        steps: [
            tested = verify { check: "tests" },
            note = shell {
                command: "printf 'Proven by %s\\n' {tested/receipt} >> proven.txt"
            },
        ],
        on_failure: [told = shell {
            command: "printf '%s\\n' {failure.error} >&2"
        },],
    }))
}
