use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        on: [
            file { path: "inbox", per: batch },
        ],
        steps: [log = shell { command: "wc {trigger.path}" }],
    });
}
