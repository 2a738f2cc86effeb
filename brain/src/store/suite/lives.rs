//! Runs that wait, are skipped, end more than once.

use serde_json::json;

use super::{
    at, attempt_ended, folded, run_ended, run_started, step_ended, step_skipped, step_started,
};
use crate::store::{Change, RunId, RunStatus, StepStatus, Store, StoreError, Transition};

fn queued(run: RunId) -> Change {
    Change::RunQueued {
        run,
        workflow: "digest".to_owned(),
        trigger: json!({"event": "manual"}),
        at: at(0),
    }
}

fn skipped(run: RunId) -> Change {
    Change::RunSkipped {
        run,
        workflow: "digest".to_owned(),
        trigger: json!({"event": "manual"}),
        reason: "previous run active".to_owned(),
        at: at(3),
    }
}

fn resumed(run: RunId, anew: u32) -> Change {
    Change::RunResumed {
        run,
        owner: "other".to_owned(),
        reason: Some("again".to_owned()),
        anew,
        at: at(20),
    }
}

fn status(transitions: &[Transition]) -> Vec<RunStatus> {
    transitions.iter().map(|passed| passed.status).collect()
}

async fn refusal(store: &dyn Store, change: Change) -> String {
    match store.record(vec![change]).await {
        Err(StoreError::Conflict(message)) => message,
        other => panic!("not refused: {other:?}"),
    }
}

pub(crate) async fn a_run_waits_for_its_turn(store: &dyn Store) {
    let (run, dropped, cancelled) = (RunId::new(), RunId::new(), RunId::new());
    for run in [run, dropped, cancelled] {
        store.record(vec![queued(run)]).await.unwrap();
        let row = store.run(&run.into(), None).await.unwrap();
        assert_eq!((row.status, row.started_at), (RunStatus::Queued, None));
        let message = refusal(store, step_started(run, 0)).await;
        assert_eq!(message, format!("run `{run}` has not started: queued"));
        refusal(store, queued(run)).await;
        refusal(store, run_ended(run, RunStatus::Success)).await;
    }
    let changes = [
        queued(run),
        run_started(run, "digest"),
        step_started(run, 0),
        step_ended(run, 0, StepStatus::Success, Some("x")),
        run_ended(run, RunStatus::Success),
    ];
    store.record(changes[1..].to_vec()).await.unwrap();
    let row = store.run(&run.into(), None).await.unwrap();
    assert_eq!(folded(&changes), row);
    assert_eq!(
        status(&row.transitions),
        [RunStatus::Queued, RunStatus::Running, RunStatus::Success]
    );
    // One that waits can be dropped or cancelled; then its turn never comes.
    for (run, change, wanted) in [
        (dropped, skipped(dropped), RunStatus::Skipped),
        (
            cancelled,
            run_ended(cancelled, RunStatus::Cancelled),
            RunStatus::Cancelled,
        ),
    ] {
        store.record(vec![change.clone()]).await.unwrap();
        let row = store.run(&run.into(), None).await.unwrap();
        assert_eq!(folded(&[queued(run), change]), row);
        assert_eq!(row.status, wanted);
        assert!(row.ended_at >= Some(row.created_at));
        refusal(store, run_started(run, "digest")).await;
    }
}

pub(crate) async fn a_skipped_run_has_its_reason(store: &dyn Store) {
    let run = RunId::new();
    store.record(vec![skipped(run)]).await.unwrap();
    let row = store.run(&run.into(), None).await.unwrap();
    assert_eq!(folded(&[skipped(run)]), row);
    assert_eq!(row.status, RunStatus::Skipped);
    assert_eq!(row.error.as_deref(), Some("previous run active"));
    assert_eq!(row.transitions[0].reason, row.error);
    let message = refusal(store, resumed(run, 1)).await;
    assert_eq!(message, format!("run `{run}` cannot be resumed: skipped"));
}

pub(crate) async fn a_run_goes_on(store: &dyn Store) {
    let run = RunId::new();
    let mut changes = vec![
        run_started(run, "digest"),
        step_started(run, 0),
        attempt_ended(run, 0, 1, StepStatus::Success),
        step_ended(run, 0, StepStatus::Success, Some("kept")),
        step_skipped(run, 1),
        step_started(run, 2),
        attempt_ended(run, 2, 1, StepStatus::Failed),
        step_ended(run, 2, StepStatus::Failed, None),
        step_started(run, 9),
        attempt_ended(run, 9, 1, StepStatus::Success),
        step_ended(run, 9, StepStatus::Success, Some("first end")),
        run_ended(run, RunStatus::Failed),
    ];
    store.record(changes.clone()).await.unwrap();
    let more = [
        resumed(run, 9),
        step_started(run, 2),
        attempt_ended(run, 2, 2, StepStatus::Success),
        step_ended(run, 2, StepStatus::Success, Some("at last")),
        step_started(run, 9),
        attempt_ended(run, 9, 2, StepStatus::Success),
        step_ended(run, 9, StepStatus::Success, Some("second end")),
        run_ended(run, RunStatus::Success),
    ];
    store.record(vec![more[0].clone()]).await.unwrap();
    // What has ended is not run again, skipped steps stay skipped.
    for change in [
        step_started(run, 0),
        step_started(run, 1),
        step_skipped(run, 0),
        resumed(run, 9),
    ] {
        refusal(store, change).await;
    }
    store.record(more[1..].to_vec()).await.unwrap();
    changes.extend(more);
    let row = store.run(&run.into(), None).await.unwrap();
    assert_eq!(folded(&changes), row);
    assert_eq!(
        status(&row.transitions),
        [
            RunStatus::Running,
            RunStatus::Failed,
            RunStatus::Running,
            RunStatus::Success
        ]
    );
    assert_eq!(row.transitions[2].reason.as_deref(), Some("again"));
    assert_eq!((row.status, row.error), (RunStatus::Success, None));
    let outputs: Vec<_> = row
        .steps
        .iter()
        .map(|step| step.output.as_deref())
        .collect();
    assert_eq!(
        outputs,
        [Some("kept"), None, Some("at last"), Some("second end")]
    );
    // Each attempt is kept, with what it gave.
    let ends: Vec<_> = row.steps[3]
        .attempts
        .iter()
        .map(|a| a.output.as_deref())
        .collect();
    assert_eq!(ends, [Some("first end"), None]);
    assert_eq!(row.steps[2].attempts.len(), 2);
    refusal(store, resumed(run, 9)).await;
}

pub(crate) async fn the_run_that_was_read_is_known(store: &dyn Store) {
    let (run, before) = (RunId::new(), RunId::new());
    let Change::RunStarted {
        workflow,
        trigger,
        owner,
        created_at,
        started_at,
        ..
    } = run_started(run, "digest")
    else {
        unreachable!("the start of a run")
    };
    let start = Change::RunStarted {
        run,
        workflow,
        trigger,
        owner,
        last_run: Some(before),
        created_at,
        started_at,
    };
    store.record(vec![start.clone()]).await.unwrap();
    let row = store.run(&run.into(), None).await.unwrap();
    assert_eq!(row.last_run, Some(before));
    assert_eq!(folded(&[start]), row);
}
