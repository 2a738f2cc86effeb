//! Lets an MCP server write a file: the filesystem server, which `npx` fetches when it is first used.
//!
//! Run with `cargo run --example filed`, with Node on `PATH`; it writes `digest.md` in this folder.

use brain::prelude::*;

fn main() -> ExitCode {
    brain::main(workflow!(Workflow {
        name: "filed",
        steps: [
            log = shell {
                command: "git log -n 50 --format='%s.'"
            },
            digest = llm {
                prompt: "Summarise:\n{log}",
                offline: extractive(5),
            },
            written = mcp {
                server_command: "npx -y @modelcontextprotocol/server-filesystem .",
                tool: "write_file",
                args: json!({ "path": "digest.md", "content": "{digest}" }),
                // The first start fetches it.
                timeout: secs(120),
            },
        ],
    }))
}
