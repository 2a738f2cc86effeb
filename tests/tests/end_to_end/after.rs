//! What runs after the steps: `on_failure` and `always`.

use brain::prelude::*;
use brain::store::{RunReference, RunRow};
use brain::{RunStatus, Runner, StepStatus, Store as _};
use brain_tests::{Home, output, step};
use tokio_util::sync::CancellationToken;

/// Returns each step that was stored, in its order: position, name and status.
fn course(run: &RunRow) -> Vec<(u32, &str, StepStatus)> {
    let steps = run.steps.iter();
    steps
        .map(|step| (step.position, step.name.as_str(), step.status))
        .collect()
}

fn backup(command: &str) -> Workflow {
    Workflow::builder("backup")
        .step(ShellStep::new("first", "echo one"))
        .step(ShellStep::new("made", command))
        .step(ShellStep::new("last", "echo {made}"))
        .on_failure(ShellStep::new(
            "told",
            "echo {failure.step}: {failure.error}",
        ))
        .on_failure(ShellStep::new(
            "counted",
            "echo {told}{last|none}{first|none}",
        ))
        .always(ShellStep::new(
            "cleaned",
            "echo {made|nothing} {counted|fine}",
        ))
        .build()
        .expect("the workflow is right")
}

#[tokio::test]
async fn a_failure_is_told_to_the_steps_after_it() {
    let home = Home::new();
    let run = home.run(&backup("echo no >&2; exit 3")).await;
    assert_eq!(run.status, RunStatus::Failed);
    let said = "the command ended with exit code 3: no";
    assert_eq!(run.error, Some(format!("step `made`: {said}")));
    assert_eq!(
        course(&run),
        [
            (0, "first", StepStatus::Success),
            (1, "made", StepStatus::Failed),
            (1 << 18, "told", StepStatus::Success),
            ((1 << 18) + 1, "counted", StepStatus::Success),
            (1 << 19, "cleaned", StepStatus::Success),
        ]
    );
    assert_eq!(output(&run, "told"), format!("made: {said}"));
    assert_eq!(output(&run, "counted"), format!("made: {said}noneone"));
    assert_eq!(
        output(&run, "cleaned"),
        format!("nothing made: {said}noneone")
    );
}

#[tokio::test]
async fn a_success_runs_what_always_runs() {
    let home = Home::new();
    let run = home.run(&backup("echo made")).await;
    assert_eq!(run.status, RunStatus::Success);
    assert_eq!(run.error, None);
    assert_eq!(
        course(&run),
        [
            (0, "first", StepStatus::Success),
            (1, "made", StepStatus::Success),
            (2, "last", StepStatus::Success),
            (1 << 19, "cleaned", StepStatus::Success),
        ]
    );
    assert_eq!(output(&run, "cleaned"), "made fine");
    let stored = home.store();
    let stored = stored.run(&RunReference::Last, None).await.unwrap();
    assert_eq!(course(&stored), course(&run));
}

#[tokio::test]
async fn what_failed_first_is_what_failed() {
    let home = Home::new();
    let workflow = workflow!(Workflow {
        name: "backup",
        steps: [made = shell { command: "exit 1" }],
        on_failure: [
            told = shell { command: "exit 2" },
            never = shell {
                command: "echo never"
            },
        ],
        always: [
            cleaned = shell { command: "exit 3" },
            never_either = shell {
                command: "echo never"
            },
        ],
    });
    let run = home.run(&workflow).await;
    assert_eq!(run.status, RunStatus::Failed);
    let said = "step `made`: the command ended with exit code 1";
    assert_eq!(run.error.as_deref(), Some(said));
    assert_eq!(
        course(&run),
        [
            (0, "made", StepStatus::Failed),
            (1 << 18, "told", StepStatus::Failed),
            (1 << 19, "cleaned", StepStatus::Failed),
        ]
    );
}

#[tokio::test]
async fn a_failure_at_the_end_fails_the_run_and_is_told_to_nobody() {
    let home = Home::new();
    let workflow = workflow!(Workflow {
        name: "backup",
        steps: [made = shell {
            command: "echo made"
        }],
        on_failure: [told = shell {
            command: "echo {failure.step}"
        }],
        always: [cleaned = shell { command: "exit 3" }],
    });
    let run = home.run(&workflow).await;
    assert_eq!(run.status, RunStatus::Failed);
    let said = "step `cleaned`: the command ended with exit code 3";
    assert_eq!(run.error.as_deref(), Some(said));
    assert_eq!(
        course(&run),
        [
            (0, "made", StepStatus::Success),
            (1 << 19, "cleaned", StepStatus::Failed),
        ]
    );
}

#[tokio::test]
async fn closures_take_what_may_not_have_run_as_an_option() {
    let home = Home::new();
    let workflow = workflow!(Workflow {
        name: "count",
        steps: [
            count = || 7_u32,
            bad = |count: u32| -> Result<u32> {
                if count > 5 {
                    Err(Failure::fatal("too many"))
                } else {
                    Ok(count)
                }
            },
        ],
        on_failure: [
            told = |count: Option<u32>, bad: Option<u32>| format!("{count:?} {bad:?}"),
            loud = shell {
                command: "echo loud",
                when: |told: String| told.is_empty()
            },
        ],
        always: [
            summary = |told: Option<String>, loud: Option<String>, count: Option<String>| {
                format!("{told:?} {loud:?} {count:?}")
            },
        ],
    });
    let run = home.run(&workflow).await;
    assert_eq!(run.error.as_deref(), Some("step `bad`: too many"));
    assert_eq!(output(&run, "told"), "Some(7) None");
    assert_eq!(step(&run, "loud").status, StepStatus::Skipped);
    assert_eq!(
        output(&run, "summary"),
        r#"Some("Some(7) None") None Some("7")"#
    );
}

#[tokio::test]
async fn the_last_run_has_what_always_left() {
    let home = Home::new();
    let workflow = Workflow::builder("count")
        .step(ShellStep::new("before", "echo {last_run.after|none}"))
        .always(ShellStep::new("after", "echo kept"))
        .build()
        .unwrap();
    assert_eq!(output(&home.run(&workflow).await, "before"), "none");
    assert_eq!(output(&home.run(&workflow).await, "before"), "kept");
}

#[tokio::test]
async fn a_run_that_is_stopped_runs_nothing_more() {
    let home = Home::new();
    let stop = CancellationToken::new();
    let pulled = stop.clone();
    let workflow = Workflow::builder("backup")
        .step(FnStep::new("made", [], move || pulled.cancel()))
        .step(ShellStep::new("next", "echo next"))
        .on_failure(ShellStep::new("told", "echo told"))
        .always(ShellStep::new("cleaned", "echo cleaned"))
        .build()
        .unwrap();
    let runner = Runner::new(home.store()).stop(stop);
    let run = runner.run(&workflow).await.unwrap();
    assert_eq!(run.status, RunStatus::Interrupted);
    let names: Vec<_> = run.steps.iter().map(|step| step.name.as_str()).collect();
    assert_eq!(names, ["made"]);
}
