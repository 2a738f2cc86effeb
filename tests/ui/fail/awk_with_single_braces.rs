use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log" },
            first = shell { command: "awk '{print $1}'", stdin: "{log}" },
        ],
    });
}
