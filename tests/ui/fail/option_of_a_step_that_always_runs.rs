use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            count = || 3_u64,
            next = |count: Option<u64>| count,
        ],
    });
}
