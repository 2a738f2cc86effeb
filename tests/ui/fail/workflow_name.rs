use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "nightly digest",
        steps: [log = shell { command: "git log" }],
    });
}
