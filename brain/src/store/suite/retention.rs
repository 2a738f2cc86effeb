//! What is removed and what stays.

use serde_json::json;

use super::{at, run_ended, run_started, whole_run};
use crate::store::{
    Change, Extent, HistoryQuery, Pruned, Retention, RunId, RunStatus, Store, StoreError,
};

use RunStatus::{Cancelled, Failed, Interrupted, Running, Skipped, Success};

/// Records runs, the first one the oldest, of which each ends a second after the one before.
async fn fill(store: &dyn Store, workflow: &str, statuses: &[RunStatus]) -> Vec<RunId> {
    let mut runs = Vec::new();
    for (second, &status) in (1..).zip(statuses) {
        let run = RunId::new();
        let changes = match status {
            Running => vec![run_started(run, workflow)],
            Skipped => vec![Change::RunSkipped {
                run,
                workflow: workflow.to_owned(),
                trigger: json!({"event": "cron"}),
                reason: "previous run active".to_owned(),
                at: at(second * 1_000_000),
            }],
            _ => vec![
                run_started(run, workflow),
                Change::RunEnded {
                    run,
                    status,
                    error: None,
                    at: at(second * 1_000_000),
                },
            ],
        };
        store.record(changes).await.unwrap();
        runs.push(run);
    }
    runs
}

/// Returns which of `runs` are still there, by their places.
async fn left(store: &dyn Store, runs: &[RunId]) -> Vec<usize> {
    let found = store.history(&HistoryQuery::default()).await.unwrap();
    let place = |run: &RunId| runs.iter().position(|id| id == run);
    let mut places: Vec<usize> = found.iter().filter_map(|run| place(&run.id)).collect();
    places.sort_unstable();
    places
}

pub(crate) async fn bounds_say_what_stays(store: &dyn Store) {
    let statuses = [
        Success,
        Success,
        Failed,
        Skipped,
        Success,
        Interrupted,
        Skipped,
        Failed,
        Running,
        Cancelled,
    ];
    let after = |second: i64| Some(at(second * 1_000_000 + 1));
    for (number, (runs, ended_before, failures_before, expected)) in [
        (None, None, None, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9][..]),
        // The newest three that did something, the newest three that did not, the last success, and what runs.
        (Some(3), None, None, &[3, 4, 5, 6, 7, 8, 9]),
        (Some(1), None, None, &[4, 6, 8, 9]),
        (Some(0), None, None, &[4, 8]),
        (Some(u32::MAX), None, None, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
        (None, after(5), None, &[4, 5, 6, 7, 8, 9]),
        (None, after(100), None, &[4, 8]),
        // Either bound removes.
        (Some(3), after(2), None, &[3, 4, 5, 6, 7, 8, 9]),
        // Failures stay longer.
        (Some(1), None, after(5), &[4, 5, 6, 7, 8, 9]),
        (Some(0), None, after(0), &[2, 4, 5, 7, 8, 9]),
        (None, after(100), after(6), &[4, 7, 8, 9]),
        // On its own it removes nothing.
        (None, None, after(6), &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
    ]
    .into_iter()
    .enumerate()
    {
        let workflow = format!("workflow-{number}");
        let filled = fill(store, &workflow, &statuses).await;
        let other = fill(store, "other", &[Failed]).await;
        let retention = Retention {
            workflow: Some(workflow),
            runs,
            ended_before,
            failures_before,
        };
        let said = store.prune(&retention, Extent::Preview).await.unwrap();
        assert_eq!(left(store, &filled).await.len(), filled.len());
        let pruned = store.prune(&retention, Extent::Whole).await.unwrap();
        assert_eq!(left(store, &filled).await, expected, "{retention:?}");
        assert_eq!((said.runs, said.bytes), (pruned.runs, pruned.bytes));
        assert_eq!(pruned.runs, (filled.len() - expected.len()) as u64);
        assert_eq!(left(store, &other).await, [0]);
        let again = store.prune(&retention, Extent::Whole).await.unwrap();
        assert_eq!((again.runs, again.bytes), (0, 0));
    }
}

pub(crate) async fn each_workflow_keeps_its_own(store: &dyn Store) {
    let mut filled = Vec::new();
    for workflow in ["a", "b", "c d", "é"] {
        filled.extend(fill(store, workflow, &[Success, Success, Failed]).await);
    }
    let retention = Retention {
        runs: Some(1),
        ..Retention::default()
    };
    let pruned = store.prune(&retention, Extent::Whole).await.unwrap();
    assert_eq!(pruned.runs, 4);
    assert_eq!(left(store, &filled).await, [1, 2, 4, 5, 7, 8, 10, 11]);
    for workflow in ["a", "b", "c d", "é"] {
        assert!(store.last_success(workflow).await.unwrap().is_some());
    }
}

pub(crate) async fn what_is_removed_is_gone(store: &dyn Store) {
    let runs: Vec<RunId> = (0..3).map(|_| RunId::new()).collect();
    for &run in &runs {
        let changes = whole_run(run, "digest", Success, &"out\u{e9}".repeat(1000));
        store.record(changes).await.unwrap();
    }
    let retention = Retention {
        workflow: Some("digest".to_owned()),
        runs: Some(1),
        ..Retention::default()
    };
    let Pruned {
        runs: count, bytes, ..
    } = store.prune(&retention, Extent::Brief).await.unwrap();
    assert_eq!(count, 2);
    // The outputs, and the JSON of triggers and records.
    assert!((10_000..10_200).contains(&bytes), "{bytes}");
    let error = store.run(&runs[0].into(), None).await.unwrap_err();
    assert!(matches!(error, StoreError::NoSuchRun { .. }), "{error}");
    let refused = store.record(vec![run_ended(runs[0], Success)]).await;
    assert!(matches!(refused, Err(StoreError::Conflict(_))));
    let kept = store.run(&runs[2].into(), None).await.unwrap();
    assert_eq!(kept.steps.len(), 1);
}

/// An interrupted run that is resumed reads the outputs that it read before.
pub(crate) async fn what_a_run_has_read_stays(store: &dyn Store) {
    let runs: Vec<RunId> = (0..4).map(|_| RunId::new()).collect();
    let text = "x".repeat(5000);
    for &run in &runs[..3] {
        store
            .record(whole_run(run, "digest", Success, &text))
            .await
            .unwrap();
    }
    let mut cut = vec![run_started(runs[3], "digest")];
    if let Change::RunStarted { last_run, .. } = &mut cut[0] {
        *last_run = Some(runs[1]);
    }
    cut.push(run_ended(runs[3], Interrupted));
    store.record(cut).await.unwrap();
    let retention = Retention {
        runs: Some(1),
        ..Retention::default()
    };
    let said = store.prune(&retention, Extent::Preview).await.unwrap();
    let pruned = store.prune(&retention, Extent::Whole).await.unwrap();
    assert_eq!((said.runs, said.bytes), (1, pruned.bytes));
    assert_eq!(left(store, &runs).await, [1, 2, 3]);
    assert!(pruned.bytes > 5000, "{pruned:?}");
}
