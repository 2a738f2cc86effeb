use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "w",
        on: [webhook { name: "x", secret: from_env("X") }],
        steps: [
            log = shell { command: "echo {trigger.headers}" },
        ],
    });
}
