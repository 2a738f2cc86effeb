use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            _ = shell { command: "git log" },
        ],
    });
}
