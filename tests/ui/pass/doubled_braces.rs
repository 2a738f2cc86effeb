#![deny(warnings)]
use brain::prelude::*;

fn main() {
    let workflow = workflow!(Workflow {
        name: "digest",
        steps: [
            subject = shell { command: "echo ${{HOME}} | awk '{{ print $1 }}'" },
            json = llm { prompt: r#"Answer as JSON like {{"name": "{subject}"}} only"# },
            code = llm { prompt: "fn main() {{ println!(\"hi\"); }}" },
            nested = llm { prompt: "{{{subject}}} {{{{}}}}" },
        ],
    });
    assert_eq!(workflow.name(), "digest");
}
