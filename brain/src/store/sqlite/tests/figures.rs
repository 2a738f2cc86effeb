//! Measurements. They are run by hand, in release, one at a time:
//! `cargo test --release -p brain --lib figures -- --ignored --nocapture --test-threads 1`.

use std::time::{Duration, Instant};

use rusqlite::params;
use serde_json::json;

use super::*;
use crate::store::suite::{
    attempt_ended, run_ended, run_started, step_ended, step_started, whole_run,
};
use crate::store::{RunStatus, StepStatus};

/// Prints the middle and the 99th percentile.
fn report(what: &str, mut times: Vec<Duration>) {
    times.sort();
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    println!(
        "{what}: p50 {:.1} us, p99 {:.1} us, max {:.1} us",
        micros(times[times.len() / 2]),
        micros(times[times.len() * 99 / 100]),
        micros(times[times.len() - 1]),
    );
}

fn timed(times: usize, mut work: impl FnMut()) -> Vec<Duration> {
    (0..times)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed()
        })
        .collect()
}

#[tokio::test]
#[ignore = "a measurement"]
async fn opening() {
    let (path, _folder) = place();
    report(
        "make a store",
        timed(1, || drop(SqliteStore::open(&path).unwrap())),
    );
    report(
        "open and drop, empty log",
        timed(500, || drop(SqliteStore::open(&path).unwrap())),
    );
    let store = SqliteStore::open(&path).unwrap();
    for pages in [60_u64, 120, 180, 240] {
        while std::fs::metadata(log_of(&path)).unwrap().len() < pages * 4120 {
            let run = whole_run(RunId::new(), "digest", RunStatus::Success, "out");
            store.record(run).await.unwrap();
        }
        // A store of its own, that nobody has open.
        let copy = path.with_file_name("copy.db");
        std::fs::copy(&path, &copy).unwrap();
        std::fs::copy(log_of(&path), log_of(&copy)).unwrap();
        let what = format!("open and drop, {pages} pages in the log");
        report(
            &what,
            timed(500, || drop(SqliteStore::open(&copy).unwrap())),
        );
    }
    report(
        "open and drop, another process has it open",
        timed(500, || drop(SqliteStore::open(&path).unwrap())),
    );
    drop(store);
    let bare = || {
        let connection = Connection::open(&path).unwrap();
        connection
            .query_row("PRAGMA user_version", [], |row| row.get::<_, i64>(0))
            .unwrap();
    };
    bare();
    let keep = Connection::open(&path).unwrap();
    keep.query_row("PRAGMA user_version", [], |row| row.get::<_, i64>(0))
        .unwrap();
    report(
        "bare connection, one pragma, another has it open",
        timed(500, bare),
    );
}

#[tokio::test]
#[ignore = "a measurement"]
async fn committing() {
    const TIMES: u32 = 3000;
    let (path, folder) = place();
    let bare = Connection::open(folder.path().join("bare.db")).unwrap();
    bare.execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t (x)")
        .unwrap();
    let store = SqliteStore::open(&path).unwrap();
    let run = RunId::new();
    store
        .record(vec![run_started(run, "digest"), step_started(run, 0)])
        .await
        .unwrap();
    let (mut bare_times, mut times) = (Vec::new(), Vec::new());
    // Alternating, so that the disk's moods meet both.
    for step in 0..TIMES {
        bare_times.extend(timed(1, || {
            bare.prepare_cached("INSERT INTO t VALUES ('hello')")
                .unwrap()
                .execute([])
                .unwrap();
        }));
        let changes = vec![
            attempt_ended(run, step, 1, StepStatus::Success),
            step_ended(run, step, StepStatus::Success, Some("hello world")),
            step_started(run, step + 1),
        ];
        let start = Instant::now();
        store.record(changes).await.unwrap();
        times.push(start.elapsed());
    }
    let end = vec![
        step_ended(run, TIMES, StepStatus::Success, None),
        run_ended(run, RunStatus::Success),
    ];
    store.record(end).await.unwrap();
    report("bare commit of one row", bare_times);
    report("end of a step and start of the next", times);
    let mut whole = Vec::new();
    for _ in 0..500 {
        let changes = whole_run(RunId::new(), "digest", RunStatus::Success, "out");
        let start = Instant::now();
        store.record(changes).await.unwrap();
        whole.push(start.elapsed());
    }
    report("a whole run of one step in one list", whole);
    let start = Instant::now();
    let writes = (0..2000)
        .map(|_| store.record(whole_run(RunId::new(), "digest", RunStatus::Success, "out")));
    futures::future::join_all(writes).await;
    println!(
        "2000 whole runs at once: {:.1} us each",
        start.elapsed().as_secs_f64() * 1e6 / 2000.0
    );
}

/// How many runs [`fill`] makes.
const RUNS: i64 = 1_000_000;

/// Fills a store with runs of three steps, 50 workflows in turn, and returns the id of one.
fn fill(path: &Path) -> RunId {
    let mut bulk = Connection::open(path).unwrap();
    bulk.execute_batch("PRAGMA synchronous = OFF; PRAGMA cache_size = -400000")
        .unwrap();
    let transaction = bulk.transaction().unwrap();
    let trigger = json!({"event": "cron", "name": "cron1", "scheduled": "2026-01-01T00:00:00Z"});
    let trigger = trigger.to_string();
    let mut some = RunId::new();
    for number in 1..=RUNS {
        let id = RunId::new();
        if number == RUNS / 3 {
            some = id;
        }
        let workflow = format!("workflow-{}", number % 50);
        let status = if number % 1000 == 0 {
            "failed"
        } else {
            "success"
        };
        let time = 1_600_000_000_000_000 + number * 60_000_000;
        let execute = |sql: &str, values: &[&dyn rusqlite::ToSql]| {
            transaction
                .prepare_cached(sql)
                .unwrap()
                .execute(values)
                .unwrap();
        };
        execute(
            "INSERT INTO runs VALUES (?1, ?2, ?3, ?4, 'owner', ?5, ?5, ?5 + 1000000, NULL, ?6)",
            params![
                number,
                id.reversed_digits(),
                workflow,
                status,
                time,
                trigger
            ],
        );
        for position in 0..3 {
            let step = key::of_step(id, number, position).unwrap();
            execute(
                "INSERT INTO steps VALUES (?1, ?2, 'shell', 'success', ?3, ?3 + 1000, NULL, ?4)",
                params![
                    step,
                    format!("step{position}"),
                    time,
                    "a line or two of output of a step"
                ],
            );
            execute(
                "INSERT INTO attempts VALUES (?1, 'success', ?2, ?2 + 1000, NULL, '{\"exit_code\":0}', NULL)",
                params![step | 1, time],
            );
        }
    }
    transaction.commit().unwrap();
    bulk.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        .unwrap();
    some
}

#[tokio::test]
#[ignore = "a measurement: 1,000,000 runs, about 1 GB in the temporary folder"]
async fn a_million_runs() {
    let (path, _folder) = place();
    drop(SqliteStore::open(&path).unwrap());
    let some = fill(&path).short();
    println!("{} MB", std::fs::metadata(&path).unwrap().len() >> 20);

    let history = |workflow: Option<&str>, status| HistoryQuery {
        workflow: workflow.map(str::to_owned),
        status,
        limit: Some(20),
    };
    let end = |digits: &str| -> RunReference { digits.parse().unwrap() };
    // Each on a store that was just opened, as a command does.
    macro_rules! figure {
        ($what:literal, |$store:ident| $work:expr) => {{
            let mut times = Vec::new();
            for _ in 0..50 {
                let start = Instant::now();
                let $store = SqliteStore::open_for_reading(&path).unwrap();
                drop($work.await);
                drop($store);
                times.push(start.elapsed());
            }
            report($what, times);
        }};
    }
    let (one, failed, never) = (
        Some("workflow-0"),
        Some(RunStatus::Failed),
        Some(RunStatus::Interrupted),
    );
    figure!("history", |store| store.history(&history(None, None)));
    figure!("history of a workflow", |store| store
        .history(&history(one, None)));
    figure!("history of failures", |store| store
        .history(&history(None, failed)));
    figure!("history of failures of a workflow", |store| store
        .history(&history(one, failed)));
    figure!("history, none there", |store| store
        .history(&history(one, never)));
    figure!("show, 8 digits", |store| store.run(&end(&some), None));
    figure!("show, last", |store| store.run(&RunReference::Last, None));
    figure!("show, 1 digit, ambiguous", |store| store
        .run(&end("a"), None));
    figure!("show, 1 digit, ambiguous in a workflow", |store| store
        .run(&end("a"), one));
    figure!("show, 1 digit, none there", |store| store
        .run(&end("a"), Some("x")));
    figure!("last success", |store| store.last_success("workflow-7"));
    let store = SqliteStore::open(&path).unwrap();
    let mut times = Vec::new();
    for _ in 0..500 {
        let changes = whole_run(RunId::new(), "workflow-1", RunStatus::Success, "out");
        let start = Instant::now();
        store.record(changes).await.unwrap();
        times.push(start.elapsed());
    }
    report("record a whole run", times);
}
