use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [log = shell { command: "echo {done}" }],
        always: [done = shell { command: "true" }],
    });
}
