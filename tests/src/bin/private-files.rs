//! A value that goes by a file, and a script that is too long for a command line.

use brain::prelude::*;

fn main() -> ExitCode {
    brain::main(workflow!(Workflow {
        name: "private-files",
        steps: [
            big = shell {
                command: "head -c 200000 /dev/zero | tr '\\0' a"
            },
            value = shell {
                command: "wc -c < {file:big}; eval \"$AFTER\""
            },
        ],
        always: [script = shell {
            command: ": {raw:big|none}\necho long"
        },],
    }))
}
