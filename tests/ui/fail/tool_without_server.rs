use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            call = mcp { tool: "label" },
        ],
    });
}
