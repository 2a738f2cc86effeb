#![deny(warnings)]
use brain::prelude::*;

use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Issue {
    number: u32,
}

const MOST: u32 = 64;

fn main() {
    let (limit, text, folder) = (10, "{not a placeholder".to_owned(), "{log}");
    let workflow = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log" },
            issue = mcp {
                server_command: "python -m 'my tracker' --log={log} '{log/a|no log}'",
                tool: "create_issue",
                args: json!({
                    "title": "About {log}",
                    "limit": limit,
                    "text": text,
                    "folder": folder,
                    "raw": "{{log}}",
                    "deep": { "list": ["{name}", null, text.len(), folder], "code": "fn main() {}" },
                    "std": std::cmp::max(1, 2),
                    "commas": std::collections::BTreeMap::<u8, u8>::new(),
                    "bars": text.bytes().fold(0, |sum, next| sum ^ next),
                    "less": 1 < 2,"next":-1,
                    "list": [1, std::mem::size_of::<(u8, u8)>(), Vec::<Vec<u8>>::new(),],
                }),
                env: [("TRACKER", from_env("TRACKER")), ("LOG", "{log}")],
                cwd: "/tmp",
                format: json,
                output: Issue,
                max_output: kib(MOST)
            },
            labelled = mcp {
                server_url: "http://127.0.0.1:9000/mcp",
                headers: [("Authorization", from_env("TRACKER")), ("X-Trace", "on")],
                tool: "label",
                args: |issue: Issue, run: Run| -> Result<serde_json::Value> {
                    Ok(json!({ "number": issue.number, "run": run.id() }))
                },
                when: |issue: Issue| issue.number > 0
            },
            listed = mcp { server_command: "server", tool: "list", output: Vec::<Issue> },
            counted = |listed: Vec<Issue>, labelled: Option<String>| listed.len() + labelled.map_or(0, |text| text.len()),
        ],
    });
    assert_eq!(workflow.steps().len(), 5);
    assert_eq!(workflow.steps()[1].kind(), "mcp");
}
