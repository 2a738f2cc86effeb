#![deny(warnings, unused, nonstandard_style, let_underscore_drop, unused_qualifications)]
#![deny(missing_docs, unreachable_pub, redundant_imports, unsafe_code, rust_2018_idioms)]
//! Every lint that a workspace may ask for.

use brain::prelude::*;

const LIMIT: u32 = 5;

fn main() {
    let workflow = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log", when: || { true } },
            count = |log: Option<String>| -> Result<usize> { Ok(log.unwrap_or_default().len()) },
            next = async |count: usize| count + 1,
            notes = memory { query: "{log|none}", limit: LIMIT, when: |next: usize| next > 1 },
        ],
    });
    assert_eq!(workflow.steps().len(), 4);
}
