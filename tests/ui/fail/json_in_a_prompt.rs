use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            subject = shell { command: "echo cat" },
            answer = llm {
                prompt: r#"Answer as JSON like {"name": "{subject}"} only"#,
            },
        ],
    });
}
