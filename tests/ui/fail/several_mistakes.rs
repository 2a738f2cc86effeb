use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { comand: "git log", timeout: 5 },
            log = memory { query: "{logs}", limit: 0 },
            digest = llm { prompt: "{log} {digest} {late}", colour: 1 },
            late = |digst: String, log| digst,
        ],
    });
}
