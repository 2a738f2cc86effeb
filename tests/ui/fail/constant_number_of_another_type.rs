use brain::prelude::*;

const MANY: usize = 5;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            notes = memory { query: "todo", limit: MANY },
        ],
    });
}
