use brain::prelude::*;

fn main() -> ExitCode {
    brain::main(workflow!(Workflow {
        name: "tools",
        steps: [
            log = shell { command: "echo 3" },
            call = mcp { server_command: "tracker", schema: "../schemas/tracker.json", tool: "close", args: json!({ "id": "12" }) },
        ],
    }))
}
