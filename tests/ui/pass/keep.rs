#![deny(warnings)]
use std::time::Duration;

use brain::prelude::*;

const RUNS: u32 = 200;
const MONTH: Duration = days(30);

struct Age;

impl Age {
    const LONG: Duration = days(90);
}

fn main() {
    let workflow = workflow!(Workflow {
        name: "backup",
        keep: Keep { runs: RUNS, age: MONTH, failures: Age::LONG },
        on_crash: resume,
        steps: [made = shell { command: "tar -cf notes.tar notes" }],
    });
    assert_eq!(workflow.on_crash(), OnCrash::Resume);
    assert_eq!(workflow.keep(), Some(&Keep::new().runs(200).age(days(30)).failures(days(90))));
    let workflow = workflow!(Workflow {
        name: "backup",
        steps: [made = shell { command: "tar -cf notes.tar notes" }],
        keep: Keep { failures: MONTH },
        on_crash: interrupt
    });
    assert_eq!(workflow.on_crash(), OnCrash::Interrupt);
    assert_eq!(workflow.keep(), Some(&Keep::new().failures(MONTH)));
    let workflow = workflow!(Workflow {
        name: "backup",
        steps: [made = shell { command: "tar -cf notes.tar notes" }]
    });
    assert_eq!(workflow.on_crash(), OnCrash::Interrupt);
    assert_eq!(workflow.keep(), None);
}
