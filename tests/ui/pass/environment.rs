#![deny(warnings)]
use brain::prelude::*;

fn main() {
    let workflow = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log" },
            post = shell {
                argv: ["curl", "--data", "{log}", "https://example.org"],
                env: [("TOKEN", from_env("TOKEN")), ("LOG", "{log}"), ("LOG_2", "x")],
                cwd: "/tmp",
                stdin: "{log|none}",
            },
            only = shell { command: "env", env: [("TOKEN", from_env("TOKEN"))] },
        ],
    });
    assert_eq!(workflow.name(), "digest");
}
