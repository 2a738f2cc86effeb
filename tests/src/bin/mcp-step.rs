//! A call of a server that never answers; the environment says where it is, and where it says that it was called.

use brain::prelude::*;

fn main() -> ExitCode {
    let variable = |name| std::env::var(name).expect("a variable");
    let command = format!(
        "{} mute-call 'called={}' 'notes={}'",
        variable("PEER"),
        variable("CALLED"),
        std::env::var("NOTES").unwrap_or_default()
    );
    let workflow = Workflow::builder("mcp-step")
        .step(
            McpToolStep::new("call", command, "echo").env([("BRAIN_TEST_MARK", variable("MARK"))]),
        )
        .build();
    brain::main(workflow.expect("a workflow"))
}
