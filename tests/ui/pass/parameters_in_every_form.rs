#![deny(warnings)]
use brain::prelude::*;

fn main() {
    let workflow = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log" },
            maybe = shell { command: "git log", when: |log: String| !log.is_empty() },
            count = |mut log: String| { log.push('.'); log.len() },
            text = |count: String| count,
            any = |maybe: Option<String>, count: usize| (maybe, count),
            json = |maybe: Option<Vec<u64>>, log: Vec<String>| maybe.map_or(log.len(), |all| all.len()),
            pair = |any: (Option<String>, usize)| any.1,
            all = |run: Run, trigger: Trigger, last_run: LastRun| (run, trigger, last_run),
            now = |run: Run| format!("{} {}", run.id(), run.workflow()),
            none = || (),
            after = |none: ()| none,
        ],
    });
    assert_eq!(workflow.name(), "digest");
}
