use brain::prelude::*;

#[derive(serde::Serialize, serde::Deserialize)]
struct Counts(u64);

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            count = || Counts(3),
            double = |count: String| count.len(),
            next = |count: u64| count + 1,
        ],
    });
}
