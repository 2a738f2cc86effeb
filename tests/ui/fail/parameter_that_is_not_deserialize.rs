use brain::prelude::*;

struct Opaque;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log" },
            count = |log: Opaque| 3,
        ],
    });
}
