use brain::prelude::*;

#[derive(serde::Serialize, serde::Deserialize)]
struct Triage {
    labels: Vec<String>,
    urgent: bool,
}

fn main() {
    let workflow = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log" },
            triage = |log: String| Triage { labels: vec![log], urgent: false },
            urgent = |triage: Triage| triage.urgent,
            text = |triage: String| triage,
            save = shell { command: "cat", stdin: "{triage/labels/0}", when: |urgent: bool| urgent },
        ],
    });
    assert_eq!(workflow.name(), "digest");
}
