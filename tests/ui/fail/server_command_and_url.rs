use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            call = mcp { server_command: "server", tool: "label", server_url: "https://tools.example" },
        ],
    });
}
