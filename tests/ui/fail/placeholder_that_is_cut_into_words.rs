use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log" },
            call = mcp { server_command: "server {log/a|no log}", tool: "label" },
        ],
    });
}
