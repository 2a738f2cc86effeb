//! Everything that could give a secret away, as the variables say.

use brain::prelude::*;

fn main() -> ExitCode {
    brain::main(workflow!(Workflow {
        name: "leaks",
        on: [webhook {
            name: "hook",
            secret: from_env("HOOK_SECRET")
        }],
        steps: [
            given = shell {
                command: "eval \"$FIRST\"",
                env: [("KEY", from_env("ISSUES_TOKEN"))],
            },
            told = |given: String| -> Result<String> {
                match std::env::var("THEN")?.as_str() {
                    "fail" => Err(Failure::fatal(format!("no such key: {given}"))),
                    "panic" => panic!("no such key: {given}"),
                    _ => Ok(given),
                }
            },
            kept = memory {
                remember: "the key is {told}"
            },
            before = shell {
                command: "printf %s {last_run.told|none}"
            },
            last = shell {
                command: "eval \"$LAST\"",
                stdin: "{told}",
                env: [("KEY", from_env("ISSUES_TOKEN"))],
            },
        ],
        on_failure: [noted = shell {
            command: "printf %s {failure.error} > failure.txt",
        }],
    }))
}
