//! The `brain` command, built for the tests.

use std::process::ExitCode;

fn main() -> ExitCode {
    brain::brain_main()
}
