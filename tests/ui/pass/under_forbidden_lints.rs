#![forbid(unsafe_code, unused, unreachable_code)]
use brain::prelude::*;

fn main() {
    let workflow = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log" },
            count = |log: String| -> Result<usize> { Ok(log.len()) },
            next = |count: usize| count + 1,
        ],
    });
    assert_eq!(workflow.steps().len(), 3);
}
