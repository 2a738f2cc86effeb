use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [count = || 7_u32],
        always: [told = |count: Option<String>| count, twice = |count: Option<i64>| count],
    });
}
