#![deny(warnings)]
use brain::prelude::*;

fn main() {
    let workflow = workflow!(Workflow {
        name: r"v1.2_text",
        steps: [
            log = shell { command: r#"git log --format="%h""# },
            digest = llm { prompt: include_str!("prompt.md"), system: r##"a "quote"# in it"## },
            long = llm { prompt: "one \
                line, {log}
                and \u{e9} another" },
        ]
    });
    assert_eq!(workflow.steps().len(), 3);
}
