#![deny(warnings)]

use brain::prelude::*;

fn main() {
    drop(workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log" },
            count = shell {
                argv: ["sh", "-c", "echo \"$1\"", "sh", "{log}"]
            },
            mail = shell {
                argv: ["mail", "-s", "it's {count}", "me"],
                stdin: "{log}"
            },
        ],
    }));
}
