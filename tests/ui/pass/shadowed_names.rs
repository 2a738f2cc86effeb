#![deny(warnings)]
mod std {}
mod core {}
mod alloc {}

#[allow(dead_code)]
struct Vec;
#[allow(dead_code)]
struct Box;
#[allow(dead_code, clippy::upper_case_acronyms)]
enum Option { Some, None }
#[allow(dead_code)]
enum Result { Ok, Err }

fn main() {
    use brain::prelude::{Workflow, workflow};
    let workflow: Workflow = workflow!(Workflow {
        name: "digest",
        steps: [a = || 3_u64, b = |a: u64| a, c = shell { command: "ls", when: |b: u64| b > 1 }],
    });
    assert_eq!(workflow.name(), "digest");
}
