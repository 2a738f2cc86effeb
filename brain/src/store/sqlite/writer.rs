//! Writes: everything that waits is committed together.
//!
//! Syncing the disk costs more than all else, so the thread takes every write that is queued, applies each one on its
//! own savepoint inside one transaction, commits once, and then answers all of them. A write that is refused undoes
//! only itself. If the transaction as a whole fails (a full disk, say), each write is tried alone, so that one that is
//! too large does not take the others with it.

use std::sync::Arc;
use std::sync::mpsc::Receiver;

use rusqlite::Connection;
use tokio::sync::oneshot;

use super::connection::{self, LOCK_TIMEOUT};
use super::source::Source;
use super::trouble::{self, Reason};
use super::{StoreError, migration};

/// How many writes are committed together at most: more than the webhooks that are served at once, and few enough that
/// the first does not wait long for the last.
const GROUP: usize = 128;

/// A write with the place that its answer goes to.
pub(super) trait Write: Send {
    /// Applies it inside the transaction that is open; tells whether it was accepted. It may be called again.
    fn apply(&mut self, connection: &Connection) -> Verdict;
    /// Answers with what came of the last call of [`apply`](Self::apply).
    fn answer(self: Box<Self>);
    /// Answers that it did not happen.
    fn fail(self: Box<Self>, error: StoreError);
}

/// What came of applying a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is part of the transaction.
    Accepted,
    /// It must be undone.
    Refused,
}

/// A write that is a closure.
pub(super) struct Pending<T, F> {
    work: F,
    result: Option<Result<T, StoreError>>,
    answer: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F> Pending<T, F> {
    /// Makes a write of `work` and the receiver of its answer.
    pub(super) fn new(work: F) -> (Self, oneshot::Receiver<Result<T, StoreError>>) {
        let (answer, answered) = oneshot::channel();
        let pending = Self {
            work,
            result: None,
            answer,
        };
        (pending, answered)
    }
}

impl<T, F> Write for Pending<T, F>
where
    T: Send,
    F: Fn(&Connection) -> Result<T, StoreError> + Send,
{
    fn apply(&mut self, connection: &Connection) -> Verdict {
        let result = (self.work)(connection);
        let verdict = match result {
            Ok(_) => Verdict::Accepted,
            Err(_) => Verdict::Refused,
        };
        self.result = Some(result);
        verdict
    }

    fn answer(self: Box<Self>) {
        if let Some(result) = self.result {
            // Nobody may be waiting any more; the write has happened all the same.
            drop(self.answer.send(result));
        }
    }

    fn fail(self: Box<Self>, error: StoreError) {
        drop(self.answer.send(Err(error)));
    }
}

/// Works through `queue` until it is closed.
pub(super) fn run(mut source: Source, queue: &Receiver<Box<dyn Write>>) {
    while let Ok(first) = queue.recv() {
        let mut group = vec![first];
        group.extend(queue.try_iter().take(GROUP - 1));
        match source.connection_to_write() {
            Ok(connection) => commit(connection, group),
            Err(error) => refuse_all(group, error),
        }
    }
}

fn commit(connection: &Connection, mut group: Vec<Box<dyn Write>>) {
    match together(connection, &mut group) {
        Ok(()) => group.into_iter().for_each(Write::answer),
        Err(Failure::NotBegun(error)) if connection::is_busy(&error) => {
            fail_all(group, None, Locked);
        }
        Err(Failure::NotBegun(error)) => {
            fail_all(group, trouble::hint(&error), Reason(error));
        }
        Err(Failure::Undone(error)) if group.len() == 1 => {
            fail_all(group, trouble::hint(&error), Reason(error));
        }
        Err(Failure::Newer) => fail_all(group, Some(NEWER), Newer),
        Err(Failure::Undone(_)) => {
            for write in group {
                commit(connection, vec![write]);
            }
        }
    }
}

/// Why a transaction did not come to its end.
enum Failure {
    /// It could not begin. Trying each write alone would only wait again.
    NotBegun(rusqlite::Error),
    /// It was begun, and nothing of it is left.
    Undone(rusqlite::Error),
    /// A later program has changed the schema.
    Newer,
}

/// A later program has changed the schema while this one was running.
#[derive(Debug, thiserror::Error)]
#[error("a later version of brain has changed its schema meanwhile")]
struct Newer;

/// What to do about that.
const NEWER: &str = "build this program with the newer brain and start it again";

/// Another process keeps the write lock.
#[derive(Debug, thiserror::Error)]
#[error("another process has been writing for {} s", LOCK_TIMEOUT.as_secs())]
struct Locked;

fn together(connection: &Connection, group: &mut [Box<dyn Write>]) -> Result<(), Failure> {
    execute(connection, "BEGIN IMMEDIATE").map_err(Failure::NotBegun)?;
    // Only now can nobody change it any more.
    if migration::version(connection).is_ok_and(|version| version > migration::LATEST) {
        drop(execute(connection, "ROLLBACK"));
        return Err(Failure::Newer);
    }
    apply_all(connection, group).map_err(|error| {
        if !connection.is_autocommit() {
            // If even this fails, the next `BEGIN` says so.
            drop(execute(connection, "ROLLBACK"));
        }
        Failure::Undone(error)
    })
}

fn apply_all(connection: &Connection, group: &mut [Box<dyn Write>]) -> rusqlite::Result<()> {
    if let [only] = group {
        return match only.apply(connection) {
            Verdict::Accepted => execute(connection, "COMMIT"),
            Verdict::Refused if connection.is_autocommit() => Ok(()),
            Verdict::Refused => execute(connection, "ROLLBACK"),
        };
    }
    for write in group {
        execute(connection, "SAVEPOINT change")?;
        if write.apply(connection) == Verdict::Refused {
            // After some failures SQLite has undone the whole transaction; then this fails, and all are tried alone.
            execute(connection, "ROLLBACK TO change")?;
        }
        execute(connection, "RELEASE change")?;
    }
    execute(connection, "COMMIT")
}

fn execute(connection: &Connection, sql: &str) -> rusqlite::Result<()> {
    connection.prepare_cached(sql)?.execute([]).map(drop)
}

fn fail_all<E>(group: Vec<Box<dyn Write>>, hint: Option<&'static str>, error: E)
where
    E: std::error::Error + Send + Sync + 'static,
{
    let error = Arc::new(error);
    for write in group {
        write.fail(StoreError::Database {
            doing: "write",
            path: None,
            source: Box::new(Arc::clone(&error)),
            hint,
        });
    }
}

/// Answers that there is no connection.
fn refuse_all(group: Vec<Box<dyn Write>>, error: StoreError) {
    let (hint, mut error) = (error.hint(), Some(error));
    for write in group {
        // The first gets it as it is, the others hear of it.
        write.fail(error.take().unwrap_or_else(|| StoreError::Database {
            doing: "write",
            path: None,
            source: "the store cannot be used any more".into(),
            hint,
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes a write that adds a row of `size` bytes.
    fn row_of(size: u32) -> (Box<dyn Write>, oneshot::Receiver<Result<(), StoreError>>) {
        let (write, answered) = Pending::new(move |connection: &Connection| {
            connection
                .execute("INSERT INTO t VALUES (zeroblob(?1))", [size])
                .map(drop)
                .map_err(trouble::refused("add a row"))
        });
        (Box::new(write), answered)
    }

    /// A disk that fills up undoes the whole transaction, and not only what was too large.
    #[test]
    fn one_write_that_fails_in_the_database_leaves_the_others() {
        let connection = Connection::open_in_memory().unwrap();
        connection
            .execute_batch("CREATE TABLE t (b); PRAGMA max_page_count = 100")
            .unwrap();
        let (group, answers): (Vec<_>, Vec<_>) =
            [10, 20, 1 << 20, 30].map(row_of).into_iter().unzip();
        commit(&connection, group);
        let outcomes: Vec<bool> = answers
            .into_iter()
            .map(|mut answer| answer.try_recv().unwrap().is_ok())
            .collect();
        assert_eq!(outcomes, [true, true, false, true]);
        let sizes: i64 = connection
            .query_row("SELECT sum(length(b)) FROM t", [], |row| row.get(0))
            .unwrap();
        assert_eq!(sizes, 60);
        assert!(connection.is_autocommit());
    }
}
