//! Versions of the schema.

use super::*;
use crate::store::suite::{at, whole_run};
use crate::store::{RunStatus, StepStatus};

fn number(path: &Path, sql: &str) -> i64 {
    Connection::open(path)
        .unwrap()
        .query_row(sql, [], |row| row.get(0))
        .unwrap()
}

#[test]
fn a_new_store_is_marked_and_can_give_space_back() {
    let (path, _folder) = place();
    drop(SqliteStore::open(&path).unwrap());
    assert_eq!(number(&path, "PRAGMA user_version"), migration::LATEST);
    assert_eq!(number(&path, "PRAGMA application_id"), 0x6272_6169);
    // 2 is `incremental`.
    assert_eq!(number(&path, "PRAGMA auto_vacuum"), 2);
}

#[test]
fn every_commit_is_synced() {
    let (path, _folder) = place();
    let connection = connection::open(&path, Access::Write).unwrap();
    let setting = |sql: &str| -> String {
        connection
            .query_row(sql, [], |row| {
                row.get_ref(0)?
                    .as_str()
                    .map(str::to_owned)
                    .or_else(|_| row.get::<_, i64>(0).map(|n| n.to_string()))
            })
            .unwrap()
    };
    assert_eq!(setting("PRAGMA journal_mode"), "wal");
    // 2 is `full`.
    assert_eq!(setting("PRAGMA synchronous"), "2");
    assert_eq!(setting("PRAGMA foreign_keys"), "1");
}

#[test]
fn a_newer_schema_is_refused() {
    let (path, _folder) = place();
    drop(SqliteStore::open(&path).unwrap());
    let newer = migration::LATEST + 1;
    Connection::open(&path)
        .unwrap()
        .pragma_update(None, "user_version", newer)
        .unwrap();
    for error in [
        SqliteStore::open(&path),
        SqliteStore::open_for_reading(&path),
    ] {
        let message = format!(
            "the store `{}` has schema {newer}, this program knows up to {}",
            path.display(),
            migration::LATEST
        );
        assert_eq!(error.unwrap_err().to_string(), message);
    }
}

/// The first version, with a run in it.
#[tokio::test]
async fn version_1_is_brought_up_to_date() {
    for open in [SqliteStore::open, SqliteStore::open_for_reading] {
        let (path, _folder) = place();
        let connection = Connection::open(&path).unwrap();
        connection
            .execute_batch(include_str!("../migrations/0001_runs.sql"))
            .unwrap();
        connection
            .execute_batch(
                "PRAGMA application_id = 0x62726169;
                 PRAGMA user_version = 1;
                 INSERT INTO runs VALUES (1, 'ba00000000080007cc111c0f2910ffff', 'digest', 'success', 'o',
                   1700000000000000, 1700000000000001, 1700000000000009, NULL, '{\"event\":\"cron\"}');
                 INSERT INTO steps VALUES (1 << 32, 'log', 'shell', 'success', 1700000000000002, 1700000000000005, NULL, 'out');
                 INSERT INTO attempts VALUES (1 << 32 | 1, 'success', 1700000000000002, 1700000000000005, NULL, '{}', NULL);",
            )
            .unwrap();
        drop(connection);

        let store = open(&path).unwrap();
        assert_eq!(number(&path, "PRAGMA user_version"), migration::LATEST);
        let run = store
            .run(&RunReference::Last, Some("digest"))
            .await
            .unwrap();
        assert_eq!(run.id.to_string(), "ffff0192-f0c1-11cc-7000-8000000000ab");
        assert_eq!(
            (run.status, run.ended_at),
            (RunStatus::Success, Some(at(9)))
        );
        assert_eq!(run.steps[0].output.as_deref(), Some("out"));
        assert_eq!(run.steps[0].attempts[0].status, StepStatus::Success);
        let nothing = MemoryQuery {
            text: "x".to_owned(),
            space: None,
            since: None,
            limit: 1,
        };
        assert!(store.recall(&nothing).await.unwrap().is_empty());
    }
}

/// Every version there was, with a run whose long output stands in its row.
#[tokio::test]
async fn every_version_is_brought_up_to_date() {
    let text = "long ".repeat(5000);
    for version in 1..migration::LATEST {
        let (path, _folder) = place();
        let connection = Connection::open(&path).unwrap();
        connection
            .execute_batch("PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL")
            .unwrap();
        migration::migrate_to(&connection, version).unwrap();
        connection
            .execute_batch(&format!(
                "INSERT INTO runs (number, reversed_id, workflow, status, owner, created_at, started_at, ended_at, trigger)
                 VALUES (7, 'ba00000000080007cc111c0f2910ffff', 'digest', 'success', 'o',
                   1700000000000000, 1700000000000001, 1700000000000009, '{{\"event\":\"webhook\",\"body\":\"{text}\"}}');
                 INSERT INTO steps (key, name, kind, status, started_at, ended_at, output)
                 VALUES (7 << 32, 'log', 'shell', 'success', 1700000000000002, 1700000000000005, '{text}');"
            ))
            .unwrap();
        drop(connection);
        let store = SqliteStore::open(&path).unwrap();
        let run = store.run(&RunReference::Last, None).await.unwrap();
        assert_eq!(run.trigger["body"], text);
        assert_eq!(run.steps[0].output.as_deref(), Some(&*text));
        let last = store.last_success("digest").await.unwrap().unwrap();
        assert_eq!(last.outputs["log"].as_deref(), Some(&*text));
        for _ in 0..2 {
            let run = whole_run(RunId::new(), "digest", RunStatus::Success, &text);
            store.record(run).await.unwrap();
        }
        let retention = Retention {
            runs: Some(1),
            ..Retention::default()
        };
        let pruned = store.prune(&retention, Extent::Whole).await.unwrap();
        assert_eq!(pruned.runs, 2);
        assert!(store.run(&run.id.into(), None).await.is_err());
    }
}

#[test]
fn many_may_make_the_store_at_once() {
    for _ in 0..10 {
        let (path, _folder) = place();
        std::thread::scope(|scope| {
            let opened: Vec<_> = (0..8)
                .map(|_| scope.spawn(|| SqliteStore::open(&path).map(drop)))
                .collect();
            for thread in opened {
                thread.join().unwrap().unwrap();
            }
        });
        assert_eq!(number(&path, "PRAGMA user_version"), migration::LATEST);
        assert_eq!(number(&path, "PRAGMA auto_vacuum"), 2);
    }
}
