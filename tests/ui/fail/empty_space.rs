use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            notes = memory { query: "todo", space: "" },
        ],
    });
}
