use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            title = llm { prompt: "A title: {digest}" },
            count = |digest: String| digest.len(),
            digest = llm { prompt: "Summarise: {title}" },
        ],
    });
}
