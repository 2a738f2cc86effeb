//! Space goes back to the disk while others use the store; nothing is left half removed.

use std::sync::Arc;

use super::*;
use crate::store::suite::{
    attempt_ended, run_ended, run_started, step_ended, step_started, whole_run,
};
use crate::store::{RunStatus, StepStatus};

/// What the files of a store weigh.
fn weight(path: &Path) -> u64 {
    [path.to_owned(), log_of(path)]
        .iter()
        .map(|file| std::fs::metadata(file).map_or(0, |file| file.len()))
        .sum()
}

fn count(path: &Path, table: &str) -> i64 {
    Connection::open(path)
        .unwrap()
        .query_row(&format!("SELECT count(*) FROM {table}"), [], |row| {
            row.get(0)
        })
        .unwrap()
}

fn sound(path: &Path) {
    let found: String = Connection::open(path)
        .unwrap()
        .query_row("PRAGMA integrity_check", [], |row| row.get(0))
        .unwrap();
    assert_eq!(found, "ok");
}

fn newest(runs: u32) -> Retention {
    Retention {
        runs: Some(runs),
        ..Retention::default()
    }
}

async fn fill(store: &SqliteStore, runs: usize, output: &str) {
    let writes = (0..runs).map(|_| {
        store.record(whole_run(
            RunId::new(),
            "digest",
            RunStatus::Success,
            output,
        ))
    });
    for written in futures::future::join_all(writes).await {
        written.unwrap();
    }
}

/// A process, as far as the store can tell, that writes and reads until it is told to stop.
fn busy_neighbour(path: PathBuf, is_over: Arc<AtomicBool>) -> std::thread::JoinHandle<usize> {
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().build();
        runtime.unwrap().block_on(async {
            let store = SqliteStore::open(&path).unwrap();
            let mut runs = 0;
            while !is_over.load(Ordering::Relaxed) {
                let run = RunId::new();
                store
                    .record(whole_run(run, "neighbour", RunStatus::Success, "out"))
                    .await
                    .unwrap();
                let found = store.run(&run.into(), None).await.unwrap();
                assert_eq!(found.steps.len(), 1);
                runs += 1;
            }
            runs
        })
    })
}

#[tokio::test]
async fn o_run_5_space_goes_back_while_others_write() {
    let (store, _folder) = empty_store();
    fill(&store, 500, &"x".repeat(200_000)).await;
    let active = RunId::new();
    store
        .record(vec![run_started(active, "digest"), step_started(active, 0)])
        .await
        .unwrap();
    let before = weight(store.path());
    assert!(before > 100_000_000, "{before}");
    let is_over = Arc::new(AtomicBool::new(false));
    let neighbour = busy_neighbour(store.path().to_owned(), is_over.clone());
    let retention = Retention {
        workflow: Some("digest".to_owned()),
        ..newest(10)
    };
    let pruned = store.prune(&retention, Extent::Whole).await.unwrap();
    let after = weight(store.path());
    is_over.store(true, Ordering::Relaxed);
    assert!(neighbour.join().unwrap() > 0);
    assert_eq!(pruned.runs, 490);
    assert!(
        (98_000_000..98_100_000).contains(&pruned.bytes),
        "{pruned:?}"
    );
    assert!(after < 10_000_000, "{after} bytes left");
    assert!(pruned.freed > 90_000_000, "{pruned:?}");
    assert!(store.run(&active.into(), None).await.is_ok());
    sound(store.path());
}

#[tokio::test]
async fn one_huge_run_goes_in_parts_and_at_once() {
    let (store, _folder) = empty_store();
    let (huge, output) = (RunId::new(), "x".repeat(4 << 20));
    let mut changes = vec![run_started(huge, "digest")];
    for position in 0..16 {
        changes.extend([
            step_started(huge, position),
            attempt_ended(huge, position, 1, StepStatus::Success),
            step_ended(huge, position, StepStatus::Success, Some(&output)),
        ]);
    }
    changes.push(run_ended(huge, RunStatus::Success));
    store.record(changes).await.unwrap();
    fill(&store, 1, "out").await;
    // After a run there is time for a part only, but nobody sees a part of the run.
    store.prune(&newest(1), Extent::Brief).await.unwrap();
    assert!(store.run(&huge.into(), None).await.is_err());
    assert_eq!(count(store.path(), "runs"), 1);
    let pruned = store.prune(&newest(1), Extent::Whole).await.unwrap();
    assert_eq!(pruned.runs, 0);
    assert_eq!(
        (count(store.path(), "steps"), count(store.path(), "pruned")),
        (1, 0)
    );
    assert!(weight(store.path()) < 1 << 20);
    sound(store.path());
}

/// As after a program that was killed: the run is gone, its steps are not.
#[tokio::test]
async fn what_was_cut_is_finished_and_its_number_is_not_given_again() {
    let (store, _folder) = empty_store();
    fill(&store, 3, "out").await;
    Connection::open(store.path())
        .unwrap()
        .execute_batch("DELETE FROM runs WHERE number >= 2")
        .unwrap();
    assert_eq!(
        (count(store.path(), "steps"), count(store.path(), "pruned")),
        (3, 2)
    );
    let run = RunId::new();
    store
        .record(whole_run(run, "digest", RunStatus::Failed, "new"))
        .await
        .unwrap();
    let found = store.run(&run.into(), None).await.unwrap();
    assert_eq!(found.steps[0].output.as_deref(), Some("new"));
    let pruned = store.prune(&newest(9), Extent::Whole).await.unwrap();
    assert_eq!(pruned.runs, 0);
    assert!(pruned.bytes > 0);
    assert_eq!(
        (count(store.path(), "steps"), count(store.path(), "pruned")),
        (2, 0)
    );
    assert_eq!(store.run(&run.into(), None).await.unwrap(), found);
}

#[tokio::test]
async fn two_at_once_remove_each_run_once() {
    let (store, _folder) = empty_store();
    fill(&store, 400, &"x".repeat(20_000)).await;
    let other = SqliteStore::open(store.path()).unwrap();
    let bounds = newest(5);
    let (first, second) = tokio::join!(
        store.prune(&bounds, Extent::Whole),
        other.prune(&bounds, Extent::Whole)
    );
    let (first, second) = (first.unwrap(), second.unwrap());
    assert_eq!(first.runs + second.runs, 395);
    assert_eq!(count(store.path(), "runs"), 5);
    assert_eq!(count(store.path(), "steps"), 5);
    assert_eq!(count(store.path(), "attempts"), 5);
    sound(store.path());
}

#[tokio::test]
async fn a_reader_in_a_long_transaction_keeps_what_it_sees() {
    let (store, _folder) = empty_store();
    fill(&store, 100, &"x".repeat(50_000)).await;
    let mut reader = Connection::open(store.path()).unwrap();
    let snapshot = reader.transaction().unwrap();
    let seen = |snapshot: &Connection| -> i64 {
        snapshot
            .query_row("SELECT sum(length(content)) FROM large", [], |row| {
                row.get(0)
            })
            .unwrap()
    };
    assert_eq!(seen(&snapshot), 5_000_000);
    store.prune(&newest(1), Extent::Whole).await.unwrap();
    assert_eq!(seen(&snapshot), 5_000_000);
    drop(snapshot);
    // What could not be given back then goes next time.
    store.prune(&newest(1), Extent::Whole).await.unwrap();
    assert!(weight(store.path()) < 1 << 20, "{}", weight(store.path()));
}

/// Of a file that was made without the means to become smaller.
#[tokio::test]
async fn a_file_that_cannot_shrink_is_made_one_that_can() {
    let (path, _folder) = place();
    Connection::open(&path)
        .unwrap()
        .execute_batch("PRAGMA journal_mode = WAL; CREATE TABLE t (x); DROP TABLE t; VACUUM")
        .unwrap();
    let store = SqliteStore::open(&path).unwrap();
    fill(&store, 50, &"x".repeat(100_000)).await;
    store.prune(&newest(1), Extent::Whole).await.unwrap();
    assert!(weight(&path) < 1 << 20, "{}", weight(&path));
    sound(&path);
}

#[tokio::test]
async fn nobody_waits_for_it_any_more() {
    let (store, _folder) = empty_store();
    fill(&store, 300, &"x".repeat(50_000)).await;
    let bounds = newest(1);
    let write = store.prune(&bounds, Extent::Whole);
    assert!(futures::FutureExt::now_or_never(write).is_none());
    // Whatever it has done by then, the next one ends it.
    store.prune(&newest(1), Extent::Whole).await.unwrap();
    assert_eq!(count(store.path(), "runs"), 1);
    assert_eq!(count(store.path(), "steps"), 1);
    sound(store.path());
}

#[tokio::test]
async fn a_store_that_is_not_there_holds_nothing() {
    let (path, _folder) = place();
    let store = SqliteStore::open_for_reading(&path).unwrap();
    let said = store.prune(&newest(0), Extent::Preview).await.unwrap();
    assert_eq!(said, Pruned::default());
    let refused = store.prune(&newest(0), Extent::Whole).await.unwrap_err();
    assert!(chain(&refused).ends_with("the store was opened for reading"));
    assert!(!path.exists());
}
