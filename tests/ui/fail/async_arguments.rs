use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            call = mcp { server_command: "server", tool: "label", args: async || json!({}) },
        ],
    });
}
