use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log" },
            notes = memory { query: "todo" },
            log = shell { command: "git log -n 1" },
        ],
    });
}
