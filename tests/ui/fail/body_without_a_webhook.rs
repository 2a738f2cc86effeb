use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        on: [
            cron { schedule: "0 6 * * *" },
        ],
        steps: [log = llm { prompt: "Say: {trigger.body}" }],
    });
}
