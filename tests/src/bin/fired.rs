//! What can be read of what fired.

use brain::prelude::*;

fn main() -> ExitCode {
    brain::main(workflow!(Workflow {
        name: "fired",
        on: [
            webhook {
                name: "hook",
                secret: from_env("HOOK_SECRET")
            },
            file { path: "inbox" },
            file {
                path: "outbox",
                per: batch
            },
            cron { schedule: "@daily" },
        ],
        steps: [
            seen = shell {
                command: "printf '%s\\n' {trigger.event} {trigger.body|-} {trigger.headers.X-Kind|-} {trigger.path|-} {trigger.change|-} {trigger.paths|-} {trigger.scheduled|-}",
            },
            typed = |trigger: Trigger| trigger.event().to_string(),
            kept = shell {
                command: "cat {file:seen} >> kept.txt; echo {typed|none} {raw:typed} {run.id}",
                stdin: "{seen}",
                env: [("TOKEN", from_env("HOOK_SECRET"))],
                when: |typed: String| !typed.is_empty(),
            },
        ],
        on_failure: [told = shell {
            argv: ["echo", "{failure.step}", "{last_run.seen|never}"]
        }],
    }))
}
