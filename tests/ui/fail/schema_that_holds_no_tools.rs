use brain::prelude::*;

fn main() -> ExitCode {
    brain::main(workflow!(Workflow {
        name: "tools",
        steps: [call = mcp { server_command: "tracker", tool: "close", schema: "schema_wrong_type.rs" }],
    }))
}
