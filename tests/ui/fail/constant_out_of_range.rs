use brain::prelude::*;

const MANY: u32 = 60;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            notes = memory { query: "todo", limit: MANY },
        ],
    });
}
