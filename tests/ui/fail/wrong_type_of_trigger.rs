use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            event = |trigger: Run| trigger.id().to_owned(),
        ],
    });
}
