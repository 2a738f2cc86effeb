use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            größe = shell { command: "du -s" },
        ],
    });
}
