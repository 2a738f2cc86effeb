//! Workflows that the variable `SERVES` describes, one a line: name, schedule (or `file PATH`) and command, with `|` between them.

use std::time::Duration;

use brain::Workflows;
use brain::prelude::*;

fn main() -> ExitCode {
    let lines = std::env::var("SERVES").unwrap_or_default();
    let workflows: Vec<Workflow> = lines.lines().map(workflow).collect();
    brain::main(Workflows::from(workflows))
}

fn workflow(line: &str) -> Workflow {
    let mut parts = line.splitn(3, '|').map(str::trim);
    let mut part = || parts.next().unwrap_or_default();
    let (name, schedule, command) = (part(), part(), part());
    let workflow = Workflow::builder(name);
    let workflow = match schedule {
        "" => workflow,
        "webhook" => workflow.on(Webhook::new("hook", from_env("HOOK_SECRET"))),
        path if path.starts_with("file ") => {
            let file = FileTrigger::new(&path[5..]).recursive().per(Per::Batch);
            workflow.on(file.settle(Duration::from_millis(200)))
        }
        schedule => workflow.on(Cron::new(schedule)),
    };
    workflow
        .step(ShellStep::new("done", command).timeout(Duration::from_secs(3_600)))
        .build()
        .expect("a workflow")
}
