use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log" },
            call = mcp { server_command: "server", tool: "label", args: json!({ "text": "all of {lgo}" }) },
        ],
    });
}
