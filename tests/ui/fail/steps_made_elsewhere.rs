use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "w",
        steps: [
            ..others,
            log = shell { command: "git log" },
        ],
    });
}
