use brain::prelude::*;

const TOKEN: &str = "TOKEN";

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "env", env: [("TOKEN", from_env(TOKEN))] },
        ],
    });
}
