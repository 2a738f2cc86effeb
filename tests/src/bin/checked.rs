//! A workflow that verifies, and says what went wrong if it does.

use brain::prelude::*;

fn main() -> ExitCode {
    brain::main(
        Workflow::builder("checked")
            .step(VerifyStep::new("tested", "tests"))
            .step(ShellStep::new("after", "printf %s {tested}"))
            .on_failure(ShellStep::new(
                "told",
                "printf '%s' {failure.error} > told.txt",
            ))
            .build()
            .expect("the workflow has no mistakes"),
    )
}
