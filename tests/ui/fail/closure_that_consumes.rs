use brain::prelude::*;

fn main() {
    let text = String::new();
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log" },
            count = move || text,
        ],
    });
}
