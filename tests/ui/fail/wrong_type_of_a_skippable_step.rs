use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            count = call { run: || 3_u64, when: || true },
            next = |count: Option<String>| count,
            last = |count: Option<u8>| count,
        ],
    });
}
