use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            let log = shell { command: "git log" },
            my step = |log: String| log.len(),
            for i in 0..3 {
                a = shell { command: "echo" }
            },,
            sum += || 3,
            [b = || 4],
        ],
    });
}
