use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            count = || 3_usize,
            next = |count: u8| count,
            cut = shell { command: "cut", when: |count: u8| count > 3 },
        ],
    });
}
