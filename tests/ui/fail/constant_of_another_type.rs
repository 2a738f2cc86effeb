use brain::prelude::*;

const SHORT: u32 = 5;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log", timeout: SHORT },
        ],
    });
}
