use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        on: [
            file { path: "inbox" },
        ],
        steps: [log = llm { prompt: "Say: {trigger.scheduled}" }],
    });
}
