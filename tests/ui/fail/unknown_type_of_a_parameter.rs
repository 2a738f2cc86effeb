use brain::prelude::*;

#[derive(serde::Serialize, serde::Deserialize)]
struct Commits(Vec<String>);

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log" },
            count = |log: Comits| 3,
        ],
    });
}
