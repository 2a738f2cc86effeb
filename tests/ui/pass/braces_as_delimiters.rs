#![deny(warnings)]
use brain::prelude::*;

fn main() {
    let workflow = workflow! { Workflow { name: "digest", steps: [log = shell { command: "git log" }] } };
    let other = workflow![Workflow { steps: [log = shell { command: "git log" },], name: "digest", }];
    assert_eq!(workflow.name(), other.name());
}
