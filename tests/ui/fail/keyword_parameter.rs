use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            log = |type: String| type,
        ],
    });
}
