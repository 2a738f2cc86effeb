//! Processes that are killed while they remove runs or bring a store up to date.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use brain_tests::{Home, Program, Signal, executable};
use rusqlite::Connection;
use serde_json::Value;

/// The first schema that there was.
const FIRST: &str = include_str!("../../../brain/src/store/sqlite/migrations/0001_runs.sql");

/// Makes runs of three steps, the first one the oldest, in a store of a schema of some time ago.
const FILL: &str = "
    PRAGMA journal_mode = wal;
    BEGIN;
    CREATE TEMP TABLE numbers AS
      WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 3000) SELECT n FROM n;
    INSERT INTO runs (number, reversed_id, workflow, status, created_at, started_at, ended_at, trigger)
      SELECT n, printf('%032d', n), 'three-echoes', 'success', n * 1000000, n * 1000000, n * 1000000 + 9,
        '{\"event\":\"manual\"}' FROM numbers;
    INSERT INTO steps (key, name, kind, status, started_at, ended_at, output)
      SELECT (n << 32) + (s.value << 12), 'step' || s.value, 'shell', 'success', n * 1000000, n * 1000000 + 9,
        printf('%0900d', n) FROM numbers, json_each('[0,1,2]') s;
    INSERT INTO attempts (key, status, started_at, ended_at, record)
      SELECT (n << 32) + (s.value << 12) + 1, 'success', n * 1000000, n * 1000000 + 9, '{}'
      FROM numbers, json_each('[0,1,2]') s;
    COMMIT;";

const RUNS: usize = 3000;

/// Makes a store of the first schema, with runs in it.
fn fill(home: &Home) {
    let connection = Connection::open(home.database()).expect("a database");
    let set_up = "PRAGMA auto_vacuum = incremental; PRAGMA application_id = 1651663209;";
    connection.execute_batch(set_up).expect("an empty file");
    connection.execute_batch(FIRST).expect("a schema");
    connection.execute_batch(FILL).expect("rows");
    let version = connection.pragma_update(None, "user_version", 1);
    version.expect("a version");
}

fn brain<'a>(home: &Home, arguments: impl IntoIterator<Item = &'a str>) -> Program {
    home.program(executable!("brain-command")).args(arguments)
}

/// Returns the runs, newest first, and asserts that the oldest and the one in the middle are whole.
fn runs(home: &Home) -> Vec<Value> {
    let limit = (2 * RUNS).to_string();
    let listed = brain(home, ["history", "--json", "--limit", &limit]).run();
    let runs = listed.with_code(0).json()["runs"].take();
    let runs = runs.as_array().expect("runs").clone();
    for run in [runs.get(runs.len() / 2), runs.last()]
        .into_iter()
        .flatten()
    {
        let id = run["id"].as_str().expect("an id");
        let shown = brain(home, ["show", id, "--json"]).run();
        let steps = shown.with_code(0).json()["steps"].take();
        assert_eq!(steps.as_array().expect("steps").len(), 3, "{run}");
        for step in steps.as_array().expect("steps") {
            assert_eq!(step["output"].as_str().map(str::len), Some(900), "{step}");
        }
    }
    runs
}

fn assert_sound(home: &Home) {
    let connection = Connection::open(home.database()).expect("a database");
    let sound: String = connection
        .query_row("PRAGMA integrity_check", [], |row| row.get(0))
        .expect("an answer");
    assert_eq!(sound, "ok");
}

/// Kills a program after a part of the time that it takes.
fn killed(program: Program, after: Duration) {
    let running = program.start();
    thread::sleep(after);
    running.signal(Signal::KILL);
    drop(running.end());
}

/// Any part of one, in an order without a pattern: multiples of the golden ratio, which fall evenly.
fn part(time: u32) -> f64 {
    (f64::from(time) * 0.618_033_988_749_895).fract()
}

#[test]
fn a_prune_that_is_killed_anywhere_leaves_whole_runs_and_the_next_one_goes_on() {
    let home = Home::new();
    let prune = ["prune", "--keep-runs", "100", "--json"];
    fill(&home);
    let begun = Instant::now();
    let pruned = brain(&home, prune).run();
    let whole = begun.elapsed();
    assert_eq!(pruned.with_code(0).json()["runs"], RUNS - 100);
    let mut left = Vec::new();
    for time in 0..12 {
        let home = Home::new();
        fill(&home);
        killed(brain(&home, prune), whole.mul_f64(part(time)));
        let kept = runs(&home);
        assert!((100..=RUNS).contains(&kept.len()), "{}", kept.len());
        left.push(kept.len());
        // A new run gets the number of none that was removed.
        home.program(executable!("three-echoes")).run().with_code(0);
        brain(&home, prune).run().with_code(0);
        assert_eq!(runs(&home).len(), 100);
        assert_sound(&home);
        let connection = Connection::open(home.database()).expect("a database");
        for table in ["steps", "attempts"] {
            let count = format!("SELECT count(*) FROM {table}");
            let count: i64 = connection.query_row(&count, [], |row| row.get(0)).unwrap();
            assert_eq!(count, 300, "{table}");
        }
        drop(connection);
        let size = fs::metadata(home.database()).expect("a file").len();
        assert!(size < 1_500_000, "{size}");
    }
    assert!(left.iter().any(|&left| left > 100), "{left:?}");
}

#[test]
fn a_store_whose_update_is_killed_anywhere_loses_nothing() {
    let home = Home::new();
    fill(&home);
    let begun = Instant::now();
    assert_eq!(runs(&home).len(), RUNS);
    let whole = begun.elapsed();
    let mut versions = Vec::new();
    for time in 0..24 {
        let home = Home::new();
        fill(&home);
        killed(brain(&home, ["history"]), whole.mul_f64(part(time) / 4.0));
        let connection = Connection::open(home.database()).expect("a database");
        let version = connection.pragma_query_value(None, "user_version", |row| row.get(0));
        let version: i64 = version.expect("a version");
        versions.push(version);
        drop(connection);
        assert_eq!(runs(&home).len(), RUNS);
        home.program(executable!("three-echoes")).run().with_code(0);
        assert_sound(&home);
    }
    assert!(versions.contains(&1), "{versions:?}");
}
