use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            home = shell { command: "ls ${HOME}" },
        ],
    });
}
