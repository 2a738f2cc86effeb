#![deny(warnings)]
use brain::prelude::*;

fn main() {
    let workflow = workflow!(Workflow {
        name: "digest",
        steps: [
            value = || "text".to_owned(),
            inputs = |value: String| value.len(),
            output = |inputs: usize| inputs + 1,
            error = |output: usize| -> Result<usize> { Ok(output) },
            writer = |error: usize| error,
            reader = |writer: usize| writer,
            workflow = |reader: usize, value: String| (reader, value),
        ],
    });
    assert_eq!(workflow.name(), "digest");
}
