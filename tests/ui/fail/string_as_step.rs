use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "w",
        steps: [
            "git log",
            log = shell { command: "git log" },
        ],
    });
}
