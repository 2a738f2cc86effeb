use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            count = |count: u64| count + 1,
        ],
    });
}
