use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "w",
        steps: [
            log = shell { command: "git log" },
            told = shell { command: "./tool --eval={log}" },
        ],
    });
}
