use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        on: [
            file { path: "inbox", glob: "*.md" },
        ],
        steps: [log = shell { command: "git log" }],
    });
}
