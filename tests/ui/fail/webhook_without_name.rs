use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        on: [
            webhook { secret: from_env("HOOK") },
        ],
        steps: [log = shell { command: "git log" }],
    });
}
