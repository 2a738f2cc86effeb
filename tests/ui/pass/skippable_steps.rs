#![deny(warnings)]
use brain::prelude::*;

fn main() {
    let workflow = workflow!(Workflow {
        name: "digest",
        steps: [
            count = call { run: || 3_u64, when: || true },
            next = |count: Option<u64>| count.unwrap_or(0),
            text = |count: Option<String>| count,
            again = |next: u64, text: Option<String>| (next, text),
            read = llm { prompt: "{count|none}", when: |count: Option<u64>| count.is_some() },
            decided = shell { command: "ls", when: |read: Option<String>| -> Result<bool> { Ok(read.is_some()) } },
            both = |count: Option<u64>, text: Option<String>| (count, text),
            maybe = || Some(vec![1_u8]),
            one = |maybe: Option<Vec<u8>>| maybe,
            two = |maybe: Option<Vec<u8>>| maybe,
            last = call { run: |decided: Option<String>| decided, when: |next: u64| -> bool { next > 1 } },
        ],
    });
    assert_eq!(workflow.name(), "digest");
}
