use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "w",
        steps: [
            log = bash { command: "git log" },
        ],
    });
}
