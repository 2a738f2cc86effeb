use brain::prelude::*;

fn main() {
    let workflow = workflow!(Workflow {
        name: "digest",
        on_failure: [
            told = shell { command: "echo {failure.step}: {failure.error} {count|none}" },
            again = |told: String, count: Option<u32>, log: Option<String>| format!("{told}{count:?}{log:?}"),
            quiet = |again: String| again.len(),
        ],
        always: [
            cleaned = shell { command: "echo {told|none} {quiet|none}", when: |again: Option<String>| again.is_some() },
            kept = memory { remember: "{cleaned|nothing}" },
        ],
        steps: [
            log = shell { command: "git log" },
            count = |log: String| u32::try_from(log.len()).unwrap_or(0),
        ],
    });
    assert_eq!(workflow.steps().len(), 2);
    assert_eq!(workflow.on_failure().len(), 3);
    assert_eq!(workflow.always().len(), 2);
    let nothing = workflow!(Workflow {
        name: "digest",
        steps: [log = shell { command: "git log" }],
        on_failure: [],
        always: [],
    });
    assert_eq!(nothing.always().len(), 0);
}
