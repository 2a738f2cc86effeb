//! What commands see of the environment.

use brain::prelude::*;

fn main() -> ExitCode {
    brain::main(workflow!(Workflow {
        name: "secrets",
        steps: [
            before = shell { command: "env" },
            passed = shell {
                command: "env",
                env: [("TOKEN", from_env("ISSUES_TOKEN")), ("PLAIN", "as written")],
            },
            same_name = shell {
                command: "env",
                env: [("LLM_API_KEY", from_env("LLM_API_KEY"))],
            },
            after = shell { argv: ["env"] },
            // What is shown is masked; what the next step gets is not.
            kept = shell {
                command: "cat > passed.txt",
                stdin: "{passed}\n{same_name}"
            },
        ],
    }))
}
