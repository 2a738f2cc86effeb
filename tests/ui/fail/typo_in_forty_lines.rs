use brain::prelude::*;

/// Where notes are kept.
const FOLDER: &str = "notes";

fn main() -> ExitCode {
    println!("{FOLDER}");
    brain::main(workflow!(Workflow {
        name: "digest",
        steps: [
            fetch = shell {
                command: "git log --since=yesterday --format='%h %s'",
                timeout: secs(30),
                max_output: mib(1),
            },
            notes = memory {
                query: "decisions",
                space: "work",
                limit: 5,
            },
            summary = llm {
                system: "You write for people who have no time.",
                prompt: "Summarise what happened.

Commits:
{fetch}

Notes:
{notes}
",
                offline: extractive(12),
            },
            title = llm {
                prompt: "A title of five words for:
{sumary}",
                offline: extractive(1),
            },
            notify = shell {
                command: "mail -s \"$0\" team",
                stdin: "{title}: {summery}",
            },
        ],
    }))
}
