use brain::prelude::*;

const PATIENCE: std::time::Duration = secs(2);

fn main() {
    let workflow = workflow!(Workflow {
        name: "digest",
        on: [
            cron {
                schedule: "0 6 * * *",
                name: "night",
                filter: |trigger: &Trigger| trigger.scheduled().is_some_and(|at| at.ends_with('Z')),
                overlap: queue_one,
                key: "{trigger.scheduled}",
            },
            file {
                path: "inbox",
                per: file,
                events: [created, modified],
                glob: ["*.md", "*.txt"],
                ignore: [".*"],
                recursive: true,
                writes: ["inbox/out"],
                settle: PATIENCE,
                poll: mins(1),
                filter: |trigger| trigger.path() != Some("inbox/readme.md"),
                overlap: cancel_old,
                key: "{trigger.path}",
            },
            webhook {
                name: "issues",
                secret: from_env("ISSUES_WEBHOOK_SECRET"),
                scheme: standard_webhooks,
                max_body: mib(1),
                filter: |trigger: &Trigger| trigger.header("X-GitHub-Event") == Some("issues"),
                overlap: queue,
                key: "{trigger.headers.X-Id}",
            },
            webhook { name: "anyone", secret: plaintext("none") },
            file { path: "outbox", per: batch, recursive: false, overlap: allow },
        ],
        steps: [
            log = shell { command: "wc {trigger.path} {trigger.paths} {trigger.change} {trigger.scheduled}" },
            said = |trigger: Trigger| trigger.path().unwrap_or("nothing").to_owned(),
        ],
    });
    let names: Vec<_> = workflow.triggers().iter().map(|on| on.name()).collect();
    let expected = ["night", "file-1", "issues", "anyone", "file-2"].map(Some);
    assert_eq!(names, expected);
}
