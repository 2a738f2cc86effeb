use brain::prelude::*;

fn main() {
    let limit = 5;
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            notes = memory { query: "todo", limit: limit },
        ],
    });
}
