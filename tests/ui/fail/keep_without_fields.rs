use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "backup",
        keep: Keep {},
        steps: [made = shell { command: "tar -cf notes.tar notes" }],
    });
}
