use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "backup",
        keep: Keep { runs: 200, runs: 100 },
        steps: [made = shell { command: "tar -cf notes.tar notes" }],
    });
}
