//! Two steps, one after the other: `cargo run --example hello`.

use brain::prelude::*;

fn main() {
    let workflow = workflow!(Workflow {
        name: "hello",
        steps: [
            greeting = shell {
                command: "echo Hello, $(whoami)"
            },
            loud = |greeting: String| greeting.to_uppercase(),
            count = call {
                run: async |loud: String| -> Result<usize> { Ok(loud.parse::<String>()?.len()) },
                timeout: secs(3),
            },
            even = |count: usize| count % 2 == 0,
            shown = shell {
                command: "cat",
                stdin: "{greeting} {loud}",
                when: |even: bool| even,
                env: [("A", "{count}"), ("B", from_env("HOME"))],
            },
            last = |shown: Option<String>, even: bool, run: Run| (shown, even, run.id().to_owned()),
        ],
    });
    drop(workflow);
}
