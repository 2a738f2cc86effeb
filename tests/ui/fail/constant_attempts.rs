use brain::prelude::*;

const TRIES: u32 = 0;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log", attempts: TRIES },
        ],
    });
}
