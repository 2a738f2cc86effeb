use brain::prelude::*;

struct Neither;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            count = || 3_usize,
            next = |count: Neither| 3,
        ],
    });
}
