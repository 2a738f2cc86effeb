//! What does not fit is refused, and nothing of its list happens.

use super::{
    at, attempt_ended, run_ended, run_started, step_ended, step_skipped, step_started, whole_run,
};
use crate::store::{
    Change, HistoryQuery, RunId, RunReference, RunStatus, StepStatus, Store, StoreError,
};

async fn refusal(store: &dyn Store, changes: Vec<Change>) -> String {
    match store.record(changes).await {
        Err(StoreError::Conflict(message)) => message,
        other => panic!("not refused: {other:?}"),
    }
}

/// Records a run with a step that has ended and one that has not.
async fn half_done(store: &dyn Store) -> RunId {
    let run = RunId::new();
    store
        .record(vec![
            run_started(run, "digest"),
            step_started(run, 0),
            attempt_ended(run, 0, 1, StepStatus::Success),
            step_ended(run, 0, StepStatus::Success, Some("x")),
            step_started(run, 1),
            attempt_ended(run, 1, 1, StepStatus::Failed),
        ])
        .await
        .unwrap();
    run
}

/// Checks that each change is refused with its message and that the newest run stays as it is.
async fn check(store: &dyn Store, refusals: Vec<(Change, String)>) {
    let before = store.run(&RunReference::Last, None).await.unwrap();
    for (change, message) in refusals {
        assert_eq!(refusal(store, vec![change]).await, message);
    }
    assert_eq!(store.run(&RunReference::Last, None).await.unwrap(), before);
}

pub(crate) async fn a_list_is_all_or_nothing(store: &dyn Store) {
    let (run, unknown) = (RunId::new(), RunId::new());
    let message = refusal(
        store,
        vec![run_started(run, "digest"), step_started(unknown, 0)],
    )
    .await;
    assert_eq!(message, format!("run `{unknown}` is not recorded"));
    let missing = store.run(&run.into(), None).await;
    assert!(
        matches!(missing, Err(StoreError::NoSuchRun { .. })),
        "{missing:?}"
    );

    store
        .record(vec![run_started(run, "digest"), step_started(run, 0)])
        .await
        .unwrap();
    let before = store.run(&run.into(), None).await.unwrap();
    refusal(
        store,
        vec![
            step_ended(run, 0, StepStatus::Success, Some("x")),
            step_started(run, 1),
            run_ended(run, RunStatus::Success),
            step_started(run, 2),
        ],
    )
    .await;
    assert_eq!(store.run(&run.into(), None).await.unwrap(), before);
}

pub(crate) async fn a_change_of_a_run_must_fit(store: &dyn Store) {
    let (ended, unknown) = (RunId::new(), RunId::new());
    store
        .record(whole_run(ended, "digest", RunStatus::Failed, ""))
        .await
        .unwrap();
    let open = half_done(store).await;
    let has_ended = format!("run `{ended}` has already ended: failed");
    let refusals = vec![
        (
            run_started(open, "digest"),
            format!("run `{open}` is already recorded"),
        ),
        (
            run_started(ended, "digest"),
            format!("run `{ended}` is already recorded"),
        ),
        (
            run_ended(unknown, RunStatus::Failed),
            format!("run `{unknown}` is not recorded"),
        ),
        (run_ended(ended, RunStatus::Success), has_ended.clone()),
        (
            run_ended(open, RunStatus::Queued),
            format!("run `{open}` cannot end as `queued`"),
        ),
        (
            run_ended(open, RunStatus::Running),
            format!("run `{open}` cannot end as `running`"),
        ),
        (step_started(ended, 1), has_ended.clone()),
        (
            step_ended(ended, 0, StepStatus::Success, None),
            has_ended.clone(),
        ),
        (attempt_ended(ended, 0, 2, StepStatus::Success), has_ended),
    ];
    check(store, refusals).await;
}

pub(crate) async fn a_change_of_a_step_must_fit(store: &dyn Store) {
    let open = half_done(store).await;
    let step =
        |position: u32| format!("step `step{position}` (position {position}) of run `{open}`");
    let other_name = Change::StepEnded {
        run: open,
        position: 1,
        name: "other".to_owned(),
        kind: "shell".to_owned(),
        status: StepStatus::Success,
        output: None,
        is_masked: false,
        error: None,
        at: at(5),
    };
    let taken = format!(
        "{} cannot be added: `step0` stands at its position: success",
        step(0)
    );
    let other = format!(
        "step `other` (position 1) of run `{open}` cannot end: `step1` stands at its position"
    );
    let refusals = vec![
        (step_started(open, 0), taken.clone()),
        (step_skipped(open, 0), taken),
        (
            step_ended(open, 1, StepStatus::Skipped, None),
            format!("{} cannot end as `skipped`", step(1)),
        ),
        (
            step_ended(open, 1, StepStatus::Running, None),
            format!("{} cannot end as `running`", step(1)),
        ),
        (
            step_ended(open, 0, StepStatus::Failed, None),
            format!("{} has already ended: success", step(0)),
        ),
        (
            step_ended(open, 2, StepStatus::Success, None),
            format!("{} has not started", step(2)),
        ),
        (other_name, other),
    ];
    check(store, refusals).await;
}

pub(crate) async fn an_attempt_must_fit(store: &dyn Store) {
    let open = half_done(store).await;
    let success = StepStatus::Success;
    let attempt =
        |number: u32, step: u32| format!("attempt {number} of step {step} of run `{open}`");
    let refusals = vec![
        (
            attempt_ended(open, 2, 1, success),
            format!("{} has ended but no step has started there", attempt(1, 2)),
        ),
        (
            attempt_ended(open, 0, 2, success),
            format!("{} is too late: `step0` has ended: success", attempt(2, 0)),
        ),
        (
            attempt_ended(open, 1, 1, success),
            format!("{}, `step1`, is already recorded", attempt(1, 1)),
        ),
        (
            attempt_ended(open, 1, 2, StepStatus::Running),
            format!("{} cannot end as `running`", attempt(2, 1)),
        ),
    ];
    check(store, refusals).await;
}

pub(crate) async fn a_refusal_leaves_the_others_alone(store: &dyn Store) {
    let runs: Vec<RunId> = (0..40).map(|_| RunId::new()).collect();
    // Every second one ends a run that was never recorded.
    let writes = runs.iter().enumerate().map(|(n, &run)| {
        store.record(match n % 2 {
            0 => whole_run(run, "digest", RunStatus::Success, "out"),
            _ => vec![run_ended(run, RunStatus::Success)],
        })
    });
    for (n, result) in futures::future::join_all(writes)
        .await
        .into_iter()
        .enumerate()
    {
        match n % 2 {
            0 => result.unwrap(),
            _ => assert!(matches!(result, Err(StoreError::Conflict(_))), "{result:?}"),
        }
    }
    assert_eq!(
        store.history(&HistoryQuery::default()).await.unwrap().len(),
        20
    );
}
