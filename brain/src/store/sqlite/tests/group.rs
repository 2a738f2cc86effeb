//! Writes are committed together, in one process and beside others.

use std::fs;

use futures::FutureExt as _;
use futures::future::join_all;

use super::*;
use crate::store::suite::{
    attempt_ended, run_ended, run_started, step_ended, step_started, whole_run,
};
use crate::store::{RunStatus, StepStatus};

/// Counts the transactions in the log of a store: frames that say how large the database is after them.
fn commits(path: &Path) -> usize {
    const HEADER: usize = 32;
    const FRAME: usize = 24 + 4096;
    let log = fs::read(log_of(path)).unwrap();
    log[HEADER..]
        .chunks(FRAME)
        .filter(|frame| frame[4..8] != [0; 4])
        .count()
}

#[tokio::test]
async fn what_waits_is_committed_once() {
    let (store, _folder) = empty_store();
    // While another connection writes, everything waits.
    let other = Connection::open(store.path()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let before = commits(store.path());
    let runs: Vec<RunId> = (0..100).map(|_| RunId::new()).collect();
    let mut writes =
        Box::pin(join_all(runs.iter().map(|&run| {
            store.record(whole_run(run, "digest", RunStatus::Success, "out"))
        })));
    // Asked once: all are queued, and none can have been written.
    assert!((&mut writes).now_or_never().is_none());
    other.execute_batch("ROLLBACK").unwrap();
    for result in writes.await {
        result.unwrap();
    }
    // The first is on its own if the thread took it before the others came.
    let commits = commits(store.path()) - before;
    assert!((1..=2).contains(&commits), "{commits} commits");
    assert_eq!(
        store.history(&HistoryQuery::default()).await.unwrap().len(),
        100
    );
}

/// Within one process: several stores on one file, and one more that only looks.
#[test]
fn many_write_at_once_and_none_is_locked_out() {
    const STORES: usize = 4;
    const RUNS: usize = 25;
    let (path, _folder) = place();
    let writing = async |store: SqliteStore| {
        for _ in 0..RUNS {
            let run = RunId::new();
            store
                .record(vec![run_started(run, "digest"), step_started(run, 0)])
                .await
                .unwrap();
            for step in 0..3 {
                let mut changes = vec![
                    attempt_ended(run, step, 1, StepStatus::Success),
                    step_ended(run, step, StepStatus::Success, Some("out")),
                ];
                changes.push(match step {
                    2 => run_ended(run, RunStatus::Success),
                    _ => step_started(run, step + 1),
                });
                store.record(changes).await.unwrap();
            }
        }
    };
    let block_on = |future: std::pin::Pin<Box<dyn Future<Output = ()> + '_>>| {
        tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap()
            .block_on(future);
    };
    std::thread::scope(|scope| {
        let writers: Vec<_> = (0..STORES)
            .map(|_| {
                scope.spawn(|| {
                    // Each opens it itself: the first ones make it at the same time.
                    let store = SqliteStore::open(&path).unwrap();
                    block_on(Box::pin(writing(store)));
                })
            })
            .collect();
        block_on(Box::pin(async {
            while writers.iter().any(|writer| !writer.is_finished()) {
                let store = SqliteStore::open_for_reading(&path).unwrap();
                store.history(&HistoryQuery::default()).await.unwrap();
            }
        }));
        for writer in writers {
            writer.join().unwrap();
        }
    });
    block_on(Box::pin(async {
        let store = SqliteStore::open(&path).unwrap();
        let query = HistoryQuery {
            status: Some(RunStatus::Success),
            ..HistoryQuery::default()
        };
        let runs = store.history(&query).await.unwrap();
        assert_eq!(runs.len(), STORES * RUNS);
        for run in runs {
            assert_eq!(
                store.run(&run.id.into(), None).await.unwrap().steps.len(),
                3
            );
        }
    }));
}

#[tokio::test]
#[ignore = "takes as long as a writer waits: 30 s"]
async fn a_lock_that_is_never_released_is_an_error() {
    let (store, _folder) = empty_store();
    let other = Connection::open(store.path()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let error = store
        .record(vec![run_started(RunId::new(), "digest")])
        .await
        .unwrap_err();
    let message = "could not write: another process has been writing for 30 s";
    assert_eq!(chain(&error), message);
    other.execute_batch("ROLLBACK").unwrap();
    store
        .record(vec![run_started(RunId::new(), "digest")])
        .await
        .unwrap();
}
