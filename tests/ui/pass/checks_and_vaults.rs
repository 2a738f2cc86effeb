#![deny(warnings)]
use brain::prelude::*;

const MANY: u32 = 50;

fn main() {
    let workflow = workflow!(Workflow {
        name: "digest",
        steps: [
            notes = memory_vault { query: "todo", limit: MANY, since: days(30), format: json, space: "work" },
            first = |notes: serde_json::Value| notes[0]["content"].clone(),
            tested = verify { check: "unit-tests_1.0", when: |first: String| first.is_empty(), attempts: 2 },
            kept = memory_vault { remember: "{tested|not tested}: {first}", space: "diary" },
        ],
    });
    let kinds: Vec<_> = workflow.steps().iter().map(brain::Step::kind).collect();
    assert_eq!(kinds, ["memory_vault", "call", "verify", "memory_vault"]);
}
