use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        on: [manual {}],
        steps: [
            log = shell { command: "git log" },
        ],
    });
}
