use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [log = shell { command: "git log" }],
        on_failure: [told = shell { command: "echo {failure.step} {log}" }],
    });
}
