use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "tools",
        steps: [
            log = shell { command: "echo 3" },
            close = mcp {
                server_command: "tracker",
                schema: "../schemas/tracker.json",
                tool: "close",
                args: json!({ "id": 3, "reason": "stale" }),
            },
            create = mcp {
                server_command: "tracker",
                schema: "../schemas/tracker.json",
                tool: "create_issue",
                args: json!({
                    "title": "{log}",
                    "labels": ["a", "b"],
                    "priority": 2.0,
                    "assignee": { "name": "Ann" },
                    "urgent": 1 < 2,
                }),
            },
            made = mcp {
                server_command: "tracker",
                schema: "../schemas/tracker.json",
                tool: "close",
                args: |log: u32| json!({ "id": log }),
            },
            ping = mcp {
                server_command: "tracker",
                schema: "../schemas/tracker.json",
                tool: "ping",
                args: json!({ "anything": "goes" }),
            },
            null = mcp {
                server_command: "tracker",
                schema: "../schemas/tracker.json",
                tool: "create_issue",
                args: json!({ "title": "{{braces}}", "priority": null, "assignee": null }),
            },
        ],
    });
}
