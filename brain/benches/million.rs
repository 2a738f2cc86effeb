//! A store with 1,000,000 runs: what it takes to look into it, and to remove nearly all of them.
//!
//! Run with `cargo bench -p brain --bench million`; it needs about 2 GB in the folder for temporary files. Each figure is
//! that of a store that was just opened, as a command does.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use brain::store::{Extent, HistoryQuery, Retention, RunReference};
use brain::{RunStatus, Runner, SqliteStore, Store, prelude::*};
use rusqlite::Connection;

/// How often each is timed.
const TIMES: usize = 30;

fn main() {
    let folder = std::env::temp_dir().join(format!("brain-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder that can be written");
    let path = folder.join("brain.db");
    let start = Instant::now();
    let some = fill(&path);
    let size = path.metadata().map_or(0, |file| file.len() >> 20);
    print(&format!("made in {:.1?}, {size} MiB", start.elapsed()));
    look(&path, &some);
    // Filling took memory that nothing else does: the most is counted from here on.
    drop(std::fs::write("/proc/self/clear_refs", "5"));
    print(&format!("memory before prune: {}", peak()));
    prune(&path);
    drop(std::fs::remove_dir_all(&folder));
}

/// Makes 1,000,000 runs of three steps, 50 workflows in turn, one in a thousand failed; returns the id of one.
fn fill(path: &Path) -> RunReference {
    drop(SqliteStore::open(path).expect("a store that opens"));
    let connection = Connection::open(path).expect("a database");
    connection
        .execute_batch(
            "PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; PRAGMA wal_autocheckpoint = 20000;
             BEGIN;
             CREATE TEMP TABLE numbers AS
               WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 1000000) SELECT n FROM n;
             INSERT INTO runs (number, reversed_id, workflow, status, owner, created_at, started_at, ended_at, trigger)
               SELECT n, lower(hex(randomblob(16))), 'workflow-' || (n % 50),
                 iif(n % 1000 < 50 AND n % 20 = 0, 'failed', 'success'), 'owner',
                 1600000000000000 + n * 60000000, 1600000000000000 + n * 60000000, 1600000001000000 + n * 60000000,
                 '{\"event\":\"cron\",\"name\":\"cron1\",\"scheduled\":\"2026-01-01T00:00:00Z\"}'
               FROM numbers;
             INSERT INTO steps (key, name, kind, status, started_at, ended_at, output)
               SELECT (n << 32) + (s.value << 12), 'step' || s.value, 'shell', 'success', 1600000000000000 + n * 60000000,
                 1600000000000500 + n * 60000000, 'a line or two of output of a step'
               FROM numbers, json_each('[0,1,2]') s;
             INSERT INTO attempts (key, status, started_at, ended_at, record)
               SELECT (n << 32) + (s.value << 12) + 1, 'success', 1600000000000000 + n * 60000000,
                 1600000000000500 + n * 60000000, '{\"exit_code\":0}'
               FROM numbers, json_each('[0,1,2]') s;
             INSERT INTO transitions (key, status, at)
               SELECT (number << 32) + 1, 'running', started_at FROM runs
               UNION ALL SELECT (number << 32) + 2, status, ended_at FROM runs;
             COMMIT;
             PRAGMA wal_checkpoint(TRUNCATE);",
        )
        .expect("a schema that is known here");
    let reversed: String = connection
        .query_row(
            "SELECT reversed_id FROM runs WHERE number = 333333",
            [],
            |row| row.get(0),
        )
        .expect("a run");
    let digits: String = reversed.chars().rev().collect();
    digits[24..].parse().expect("digits")
}

fn look(path: &Path, some: &RunReference) {
    let list = |workflow: Option<&str>, status| HistoryQuery {
        workflow: workflow.map(str::to_owned),
        status,
        limit: Some(20),
    };
    let failed = Some(RunStatus::Failed);
    for (what, query) in [
        ("history", list(None, None)),
        ("history of a workflow", list(Some("workflow-7"), None)),
        ("history, failed", list(None, failed)),
        (
            "history of a workflow, failed",
            list(Some("workflow-0"), failed),
        ),
        (
            "history, interrupted (none)",
            list(None, Some(RunStatus::Interrupted)),
        ),
        (
            "history, running (none)",
            list(Some("workflow-0"), Some(RunStatus::Running)),
        ),
    ] {
        time(what, path, |store| {
            block_on(store.history(&query)).map(drop)
        });
    }
    time("show, 8 digits", path, |store| {
        block_on(store.run(some, None)).map(drop)
    });
    time("show, last", path, |store| {
        block_on(store.run(&RunReference::Last, None)).map(drop)
    });
    time("last success", path, |store| {
        block_on(store.last_success("workflow-7")).map(drop)
    });
}

/// Removes all but the newest 100 runs of each workflow, while runs are made, and says how long those took.
fn prune(path: &Path) {
    let is_over = Arc::new(AtomicBool::new(false));
    let (file, over): (PathBuf, _) = (path.to_owned(), is_over.clone());
    let neighbour = std::thread::spawn(move || {
        let store: Arc<dyn Store> = Arc::new(SqliteStore::open(&file).expect("a store that opens"));
        let workflow = Workflow::builder("neighbour")
            .step(FnStep::new("step", [], || 1))
            .build()
            .expect("a workflow without mistakes");
        let runner = Runner::new(store);
        let mut times = Vec::new();
        while !over.load(Ordering::Relaxed) {
            let start = Instant::now();
            block_on(runner.run(&workflow)).expect("a run that is stored");
            times.push(start.elapsed());
        }
        times
    });
    let store = SqliteStore::open(path).expect("a store that opens");
    let mut retention = Retention {
        workflow: Some("workflow-7".to_owned()),
        runs: Some(100),
        ..Retention::default()
    };
    for what in ["a workflow", "all"] {
        let start = Instant::now();
        let counted = block_on(store.prune(&retention, Extent::Preview)).expect("an answer");
        let (took, runs) = (start.elapsed(), counted.runs);
        print(&format!(
            "prune --dry-run of {what}: {runs} runs in {took:.1?}"
        ));
        retention.workflow = None;
    }
    let start = Instant::now();
    let pruned =
        block_on(store.prune(&retention, Extent::Whole)).expect("runs that can be removed");
    let took = start.elapsed();
    is_over.store(true, Ordering::Relaxed);
    let times = neighbour.join().expect("a neighbour");
    print(&format!(
        "prune: {} runs and {} MB in {took:.1?}, the files are {} MB smaller",
        pruned.runs,
        pruned.bytes / 1_000_000,
        pruned.freed / 1_000_000
    ));
    report("a run of one step meanwhile", times);
    print(&format!("memory after it: {}", peak()));
}

fn time<E: std::fmt::Debug>(what: &str, path: &Path, work: impl Fn(&SqliteStore) -> Result<(), E>) {
    let mut times = Vec::new();
    for _ in 0..TIMES {
        let start = Instant::now();
        let store = SqliteStore::open_for_reading(path).expect("a store that opens");
        work(&store).expect("an answer");
        drop(store);
        times.push(start.elapsed());
    }
    report(what, times);
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort();
    let (middle, most) = (times[times.len() / 2], times[times.len() - 1]);
    print(&format!("{what}: {middle:.2?} (at most {most:.2?})"));
}

/// Returns the most memory that this process has used.
fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or_else(|| "unknown".to_owned(), |line| line.trim().to_owned())
}

fn block_on<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime")
        .block_on(work)
}

#[expect(
    clippy::print_stdout,
    reason = "the figures are what this program is for"
)]
fn print(line: &str) {
    println!("{line}");
}
