use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "backup",
        keep: Keep { age: days(30), failures: days(7) },
        steps: [made = shell { command: "tar -cf notes.tar notes" }],
    });
}
