use brain::prelude::*;

fn main() {
    workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log" },
            count = shell {
                argv: ["sh", "-c", "echo 'é' {log}"]
            },
        ],
    });
}
