use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "inbox",
        on: [file { path: "inbox", glob: ["notes-[0-9.md"] }],
        steps: [seen = shell { command: "echo {trigger.path}" }],
    });
}
