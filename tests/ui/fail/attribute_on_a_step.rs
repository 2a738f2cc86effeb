use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            #[cfg(unix)]
            log = shell { command: "git log" },
        ],
    });
}
