use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log" },
            note = memory { remember: "{log}", space: "of {log}" },
        ],
    });
}
