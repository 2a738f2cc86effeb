use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            = shell { command: "git log" },
        ],
    });
}
