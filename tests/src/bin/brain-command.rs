//! The `brain` command, built for the tests under a name that does not clash with it.

use std::process::ExitCode;

fn main() -> ExitCode {
    brain::brain_main()
}
