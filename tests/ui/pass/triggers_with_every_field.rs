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
            file { path: "outbox", per: batch, recursive: false, overlap: allow },
        ],
        steps: [
            log = shell { command: "wc {trigger.path} {trigger.paths} {trigger.change} {trigger.scheduled}" },
            said = |trigger: Trigger| trigger.path().unwrap_or("nothing").to_owned(),
        ],
    });
    let names: Vec<_> = workflow.triggers().iter().map(|on| on.name()).collect();
    assert_eq!(names, [Some("night"), Some("file-1"), Some("file-2")]);
}
