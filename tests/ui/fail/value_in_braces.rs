use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log", env: { "GIT_PAGER": "cat" } },
        ],
    });
}
