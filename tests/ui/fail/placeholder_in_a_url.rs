use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            host = shell { command: "hostname" },
            digest = llm { prompt: "Hello.", provider_url: "http://{host}/v1" },
        ],
    });
}
