//! The file: made, found, refused, left behind.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::PermissionsExt as _;

use super::*;
use crate::store::RunStatus;
use crate::store::suite::{run_started, step_started, whole_run};

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn refusal(path: &Path) -> String {
    chain(&SqliteStore::open(path).unwrap_err())
}

#[tokio::test]
async fn the_file_and_its_folders_are_for_their_owner_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a/b/brain.db");
    let store = SqliteStore::open(&path).unwrap();
    store
        .record(vec![run_started(RunId::new(), "digest")])
        .await
        .unwrap();
    assert_eq!(mode(path.parent().unwrap()), 0o700);
    assert_eq!(mode(&path), 0o600);
    assert_eq!(mode(&log_of(&path)), 0o600);
    assert_eq!(mode(&path.with_extension("db-shm")), 0o600);
}

#[tokio::test]
async fn a_dropped_store_has_done_what_was_queued() {
    let (path, _folder) = place();
    let store = SqliteStore::open(&path).unwrap();
    let runs: Vec<RunId> = (0..20).map(|_| RunId::new()).collect();
    for &run in &runs {
        let write = store.record(whole_run(run, "digest", RunStatus::Success, "out"));
        assert!(futures::FutureExt::now_or_never(write).is_none());
    }
    drop(store);
    let again = SqliteStore::open(&path).unwrap();
    let found = again.history(&HistoryQuery::default()).await.unwrap();
    assert_eq!(found.len(), runs.len());
}

/// As after `kill -9`: the files are copied while the store is open, before anything of the log is in the database.
#[tokio::test]
async fn what_was_answered_survives_a_process_that_dies() {
    let (path, folder) = place();
    let store = SqliteStore::open(&path).unwrap();
    let run = RunId::new();
    store
        .record(vec![run_started(run, "digest"), step_started(run, 0)])
        .await
        .unwrap();
    let copy = folder.path().join("copy.db");
    fs::copy(&path, &copy).unwrap();
    fs::copy(log_of(&path), log_of(&copy)).unwrap();
    // A transaction that was cut: its bytes never became a whole frame.
    let mut log = fs::read(log_of(&copy)).unwrap();
    log.extend([7; 1000]);
    fs::write(log_of(&copy), log).unwrap();

    let after = SqliteStore::open(&copy)
        .unwrap()
        .run(&run.into(), None)
        .await
        .unwrap();
    assert_eq!(after, store.run(&run.into(), None).await.unwrap());
}

#[tokio::test]
async fn an_up_to_date_store_is_opened_without_a_write() {
    let (path, _folder) = place();
    drop(SqliteStore::open(&path).unwrap());
    let before = (fs::read(&path).unwrap(), fs::read(log_of(&path)).unwrap());
    let store = SqliteStore::open(&path).unwrap();
    store.history(&HistoryQuery::default()).await.unwrap();
    drop(store);
    assert!(before == (fs::read(&path).unwrap(), fs::read(log_of(&path)).unwrap()));
}

/// Short processes, each of which commits once, through a link, and leaves the log where it is.
#[tokio::test]
async fn the_log_does_not_grow() {
    let (path, folder) = place();
    drop(SqliteStore::open(&path).unwrap());
    let link = folder.path().join("link.db");
    std::os::unix::fs::symlink(&path, &link).unwrap();
    let mut longest = 0;
    for _ in 0..300 {
        let store = SqliteStore::open(&link).unwrap();
        let run = whole_run(RunId::new(), "digest", RunStatus::Success, "out");
        store.record(run).await.unwrap();
        drop(store);
        longest = longest.max(fs::metadata(log_of(&path)).map_or(0, |log| log.len()));
    }
    // That it does stay is the point: nearly all of them save a sync.
    assert!((1 << 19..=5 << 18).contains(&longest), "{longest} bytes");
}

#[tokio::test]
async fn a_large_output_leaves_no_long_log() {
    let (path, _folder) = place();
    let length = || fs::metadata(log_of(&path)).map_or(0, |log| log.len());
    let large = "x".repeat(16 << 20);
    let store = SqliteStore::open(&path).unwrap();
    let run = whole_run(RunId::new(), "digest", RunStatus::Success, &large);
    store.record(run).await.unwrap();
    assert!(length() > 16 << 20);
    // While the store is open, the next commits cut it back; when it is closed, it goes.
    for _ in 0..2 {
        let run = whole_run(RunId::new(), "digest", RunStatus::Success, "out");
        store.record(run).await.unwrap();
    }
    assert!(length() <= 1 << 20, "{} bytes", length());
    let run = whole_run(RunId::new(), "digest", RunStatus::Success, &large);
    store.record(run).await.unwrap();
    // A reader has the file open as well, in the same process.
    store.history(&HistoryQuery::default()).await.unwrap();
    drop(store);
    assert_eq!(length(), 0);
}

#[tokio::test]
async fn reading_makes_no_file() {
    let (path, folder) = place();
    let store = SqliteStore::open_for_reading(&path).unwrap();
    assert!(
        store
            .history(&HistoryQuery::default())
            .await
            .unwrap()
            .is_empty()
    );
    let error = store.run(&RunReference::Last, None).await.unwrap_err();
    assert_eq!(error.to_string(), "no run `last`");
    assert_eq!(store.last_success("digest").await.unwrap(), None);
    let write = store
        .record(vec![run_started(RunId::new(), "digest")])
        .await
        .unwrap_err();
    assert_eq!(
        chain(&write),
        format!(
            "could not write in the store `{}`: the store was opened for reading",
            path.display()
        )
    );
    drop(store);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);

    // Nor does it fill one that somebody has made but not written.
    fs::write(&path, "").unwrap();
    let store = SqliteStore::open_for_reading(&path).unwrap();
    assert!(
        store
            .history(&HistoryQuery::default())
            .await
            .unwrap()
            .is_empty()
    );
    drop(store);
    assert_eq!(fs::metadata(&path).unwrap().len(), 0);
}

#[tokio::test]
async fn reading_sees_what_is_there() {
    let (store, _folder) = empty_store();
    let run = RunId::new();
    store
        .record(whole_run(run, "digest", RunStatus::Success, "out"))
        .await
        .unwrap();
    let reading = SqliteStore::open_for_reading(store.path()).unwrap();
    assert_eq!(
        reading.run(&run.into(), None).await.unwrap(),
        store.run(&run.into(), None).await.unwrap()
    );
}

#[test]
fn what_is_no_store_is_refused_and_left_alone() {
    let (path, folder) = place();
    for (content, reason) in [
        ("hello", "it is not a SQLite database"),
        (
            &*"not a database at all. ".repeat(1000),
            "it is not a SQLite database",
        ),
    ] {
        fs::write(&path, content).unwrap();
        let message = format!("could not open the store `{}`: {reason}", path.display());
        assert_eq!(refusal(&path), message);
        let error = SqliteStore::open_for_reading(&path).unwrap_err();
        assert_eq!(chain(&error), message);
        assert_eq!(fs::read_to_string(&path).unwrap(), content);
    }
    let message = format!(
        "could not open the store `{}`: it is a directory",
        folder.path().display()
    );
    assert_eq!(refusal(folder.path()), message);

    let other = folder.path().join("other.db");
    let connection = Connection::open(&other).unwrap();
    connection
        .execute_batch("CREATE TABLE songs (title); PRAGMA user_version = 7")
        .unwrap();
    let message = format!(
        "could not open the store `{}`: it is the database of another program",
        other.display()
    );
    assert_eq!(refusal(&other), message);
    connection.execute_batch("PRAGMA user_version = 0").unwrap();
    assert_eq!(refusal(&other), message);
    let tables: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .unwrap();
    assert_eq!(tables, 1);
}

#[test]
fn a_place_that_cannot_be_written_is_named() {
    let (path, _folder) = place();
    fs::write(&path, "").unwrap();
    let below = path.join("brain.db");
    let message = refusal(&below);
    let start = format!("could not open the store `{}`: ", below.display());
    assert!(message.starts_with(&start), "{message}");
    assert!(message.contains("Not a directory"), "{message}");

    // Root may write everywhere but here; others may not either.
    let folder = Path::new("/proc/brain");
    let message = refusal(&folder.join("brain.db"));
    let start = "could not open the store `/proc/brain/brain.db`: could not make the folder `/proc/brain`: ";
    assert!(message.starts_with(start), "{message}");
    let message = refusal(Path::new("/proc/brain.db"));
    let start = "could not open the store `/proc/brain.db`: could not reach the file: ";
    assert!(message.starts_with(start), "{message}");
}

#[tokio::test]
async fn any_name_is_a_file() {
    let folder = tempfile::tempdir().unwrap();
    for name in [
        &b":memory:"[..],
        b"file:a?mode=memory",
        b"a b%20c#d'e\"\xC3\xA9.db",
        b"\xFF\n.db",
    ] {
        let path = folder.path().join(OsStr::from_bytes(name));
        let store = SqliteStore::open(&path).unwrap();
        let run = whole_run(RunId::new(), "digest", RunStatus::Success, "out");
        store.record(run).await.unwrap();
        assert_eq!(
            store.history(&HistoryQuery::default()).await.unwrap().len(),
            1
        );
        drop(store);
        assert!(path.is_file(), "{}", path.display());
    }
}

#[tokio::test]
async fn a_damaged_store_gives_an_error() {
    let (path, _folder) = place();
    let store = SqliteStore::open(&path).unwrap();
    for _ in 0..200 {
        let run = whole_run(RunId::new(), "digest", RunStatus::Success, "out");
        store.record(run).await.unwrap();
    }
    drop(store);
    let connection = Connection::open(&path).unwrap();
    connection
        .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        .unwrap();
    drop(connection);
    // All but the first page, which says what kind of file it is.
    let mut bytes = fs::read(&path).unwrap();
    bytes[4096..].fill(0xAA);
    fs::write(&path, bytes).unwrap();
    let outcome = match SqliteStore::open(&path) {
        Ok(store) => store.history(&HistoryQuery::default()).await.map(|_| ()),
        Err(error) => Err(error),
    };
    let message = chain(&outcome.unwrap_err());
    assert!(
        message.ends_with(": database disk image is malformed"),
        "{message}"
    );
}
