use brain::prelude::*;

struct Label(#[expect(dead_code, reason = "a test")] String);

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log" },
            call = mcp { server_command: "server", tool: "label", args: |log: String| Label(log) },
        ],
    });
}
