use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            r#log = shell { command: "git log" },
        ],
    });
}
