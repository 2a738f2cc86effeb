use brain::prelude::*;

const WEEK: std::time::Duration = days(7);

fn main() {
    let _ = workflow!(Workflow {
        name: "backup",
        keep: Keep { age: days(30), failures: WEEK },
        steps: [made = shell { command: "tar -cf notes.tar notes" }],
    });
}
