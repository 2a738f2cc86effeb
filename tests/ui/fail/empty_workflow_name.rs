use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "",
        steps: [log = shell { command: "git log" }],
    });
}
