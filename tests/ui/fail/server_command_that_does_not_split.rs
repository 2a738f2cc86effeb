use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            call = mcp { server_command: "python 'my server", tool: "label" },
        ],
    });
}
