#![deny(warnings)]

mod night {
    pub fn digest() -> brain::Workflow {
        brain::workflow!(Workflow {
            name: "digest",
            steps: [
                log = shell { command: "git log", timeout: brain::prelude::secs(5) },
                notes = memory { query: "{log}", format: json },
                count = |log: String| log.len(),
            ],
        })
    }
}

fn main() {
    assert_eq!(night::digest().steps().len(), 3);
}
