use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            notes = memory_vault { query: "todo", limit: 0 },
        ],
    });
}
