use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        on: [
            webhook { name: "issues", secret: from_env("HOOK"), scheme: githb },
        ],
        steps: [log = shell { command: "git log" }],
    });
}
