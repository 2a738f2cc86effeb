use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [log = shell { command: "git log" }],
        steps: [last = shell { command: "git log -n 1" }],
    });
}
