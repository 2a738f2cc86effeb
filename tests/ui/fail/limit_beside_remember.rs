use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            note = memory { remember: "a note", limit: 3 },
        ],
    });
}
