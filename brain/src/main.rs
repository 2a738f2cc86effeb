//! The `brain` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    brain::brain_main()
}
