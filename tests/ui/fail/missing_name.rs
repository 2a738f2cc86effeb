use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        steps: [log = shell { command: "git log" }],
    });
}
