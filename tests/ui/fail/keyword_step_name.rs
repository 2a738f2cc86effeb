use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            type = shell { command: "git log" },
        ],
    });
}
