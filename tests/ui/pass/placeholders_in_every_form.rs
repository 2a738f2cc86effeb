#![deny(warnings)]
use brain::prelude::*;

fn main() {
    let workflow = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log" },
            skipped = shell { command: "git log", when: || false },
            digest = llm {
                prompt: "{log} {previous.log} {log/a b/0|x} {log|} {skipped|{{}}} {skipped|a: b.c-d}",
                system: "{last_run.digest|none} {last_run.log/a~1b|} {trigger.event} {trigger.body|} {run.id}",
            },
            event = llm { prompt: "{trigger.headers.X-GitHub-Event|none} {run.workflow} {trigger.body/a|b}" },
        ],
    });
    assert_eq!(workflow.name(), "digest");
}
