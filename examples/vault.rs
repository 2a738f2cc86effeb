//! Asks a Memory Vault over MCP. It takes seconds to start, and a failure of it is no failure of the protocol: it comes as
//! JSON with `status`, at which a closure looks.
//!
//! Run with `cargo run --example vault`, with `memory-vault` on `PATH` and its `DATABASE_URL` set.

use brain::prelude::*;
use serde::Deserialize;

/// What `recall` gives, in success and in failure.
#[derive(Deserialize)]
struct Recalled {
    status: Option<String>,
    message: Option<String>,
    error: Option<String>,
    #[serde(default)]
    results: Vec<Memory>,
}

#[derive(Deserialize)]
struct Memory {
    content: String,
}

/// Returns the memories, or what the vault says is wrong.
fn memories(recalled: Recalled) -> Result<String> {
    if recalled.status.as_deref() != Some("ok") {
        let said = recalled.message.or(recalled.error);
        let said = said.unwrap_or_else(|| "it does not say why".to_owned());
        return Err(Failure::retry(format!("the vault failed: {said}")));
    }
    let contents: Vec<String> = recalled
        .results
        .into_iter()
        .map(|one| one.content)
        .collect();
    Ok(contents.join("\n\n"))
}

fn main() -> ExitCode {
    brain::main(workflow!(Workflow {
        name: "vault",
        steps: [
            recalled = mcp {
                server_command: "memory-vault mcp",
                tool: "recall",
                args: json!({ "query": "release plans", "limit": 5 }),
                env: [("DATABASE_URL", from_env("DATABASE_URL"))],
                timeout: secs(60),
            },
            found = |recalled: Recalled| -> Result<String> { memories(recalled) },
        ],
    }))
}
