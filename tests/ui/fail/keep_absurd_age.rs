use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "backup",
        keep: Keep { age: secs(30) },
        steps: [made = shell { command: "tar -cf notes.tar notes" }],
    });
}
