use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            call = mcp { server_url: "https://tools.example", tool: "label", headers: [("Authorization", "Bearer 1")] },
        ],
    });
}
