//! Removes runs and gives their space back to the disk, while others use the store.
//!
//! In comes a [`Retention`]; out goes how much went. It has three stages. [`mark`] removes the rows of runs, which is when
//! they are gone for everybody; [`sweep`] removes their steps, attempts and large texts; [`space`] makes the files smaller.
//! Each works in transactions of a few milliseconds with pauses between them, so that no writer waits for long, and each
//! can be cut anywhere: the next one that prunes goes on. Any number may do so at the same time.
//!
//! All of it happens on a thread and a connection of its own, but for what is done after a run: that goes through the
//! writer like any other change.

mod mark;
mod space;
mod sweep;

#[cfg(test)]
pub(super) use self::mark::{CANDIDATES, NEEDED, NEXT_WORKFLOW};

use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, TransactionBehavior};
use tokio::sync::oneshot;

use self::mark::{Marking, Thoroughness};
use super::source::{Opened, Source};
use super::{StoreError, refused};
use crate::store::{Pruned, Retention};

/// How long a transaction goes on: about what a commit takes on a slow disk, so that others notice no difference.
const TURN: Duration = Duration::from_millis(15);
/// How long others are let in between two of them. A writer that waits tries every 2 ms at the least.
const PAUSE: Duration = Duration::from_millis(5);
/// What is tried, for errors.
const DOING: &str = "remove runs";

/// Counts what would be removed.
pub(super) fn preview(
    connection: &mut Connection,
    retention: &Retention,
) -> Result<Pruned, StoreError> {
    let snapshot = connection.transaction().map_err(refused(DOING))?;
    mark::count(&snapshot, retention).map_err(refused(DOING))
}

/// Removes a little, inside the transaction that the writer has opened.
pub(super) fn brief(connection: &Connection, retention: &Retention) -> Result<Pruned, StoreError> {
    let turn = Turn::begin(TURN);
    let work = || {
        let mut pruned = Marking::new(retention, Thoroughness::UpToKept)
            .turn(connection, &turn)?
            .0;
        pruned.bytes += sweep::Sweeping.turn(connection, &turn)?.0.bytes;
        space::return_some(connection)?;
        Ok(pruned)
    };
    work().map_err(refused(DOING))
}

/// Starts a thread that removes everything; the receiver gets its answer, and dropping it ends the thread soon.
pub(super) fn whole(
    opened: Opened,
    retention: Retention,
) -> Result<oneshot::Receiver<Result<Pruned, StoreError>>, StoreError> {
    let (mut answer, answered) = oneshot::channel();
    let work = move || {
        let mut pruner = Pruner {
            source: Source::new(opened),
            answer: &mut answer,
        };
        let result = pruner.run(&retention);
        drop(pruner);
        drop(answer.send(result));
    };
    thread::Builder::new()
        .name("brain-pruner".to_owned())
        .spawn(work)
        .map_err(super::failed("start a thread for the store"))?;
    Ok(answered)
}

/// The time that a transaction has.
#[derive(Debug)]
struct Turn {
    begun: Instant,
    length: Duration,
}

/// Whether there is more to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Progress {
    Unfinished,
    Finished,
}

impl Turn {
    fn begin(length: Duration) -> Self {
        Self {
            begun: Instant::now(),
            length,
        }
    }

    fn is_over(&self) -> bool {
        self.begun.elapsed() >= self.length
    }
}

/// Reads a number of bytes.
fn bytes(row: &rusqlite::Row<'_>, column: usize) -> rusqlite::Result<u64> {
    // A sum of lengths is never negative.
    row.get::<_, i64>(column).map(i64::unsigned_abs)
}

struct Pruner<'a> {
    source: Source,
    answer: &'a mut oneshot::Sender<Result<Pruned, StoreError>>,
}

/// Work that is done in several transactions.
trait Stage {
    /// Goes on until there is nothing left to do or time is up; returns what went, of which nothing counts before the
    /// transaction is committed.
    fn turn(
        &mut self,
        connection: &Connection,
        turn: &Turn,
    ) -> rusqlite::Result<(Pruned, Progress)>;

    /// Hears that the transaction of the last turn was undone.
    fn undone(&mut self) {}
}

impl Pruner<'_> {
    fn run(&mut self, retention: &Retention) -> Result<Pruned, StoreError> {
        let before = space::size(self.source.path());
        let mut pruned = Pruned::default();
        let marking = Marking::new(retention, Thoroughness::ToTheEnd);
        self.turns(marking, &mut pruned)?;
        self.turns(sweep::Sweeping, &mut pruned)?;
        space::prepare(self.source.connection()?).map_err(refused(DOING))?;
        self.turns(space::Shrinking, &mut pruned)?;
        space::shorten(self.source.connection()?).map_err(refused(DOING))?;
        pruned.freed = before.saturating_sub(space::size(self.source.path()));
        Ok(pruned)
    }

    /// Works in one transaction after the other until there is nothing left, or nobody waits for it any more.
    ///
    /// Removing needs room, too: the log grows by what a transaction changes. On a full disk each is as small as can be,
    /// and written over what the log holds already.
    fn turns(&mut self, mut stage: impl Stage, pruned: &mut Pruned) -> Result<(), StoreError> {
        let mut length = TURN;
        while !self.answer.is_closed() {
            let connection = self.source.connection()?;
            match one_turn(connection, &Turn::begin(length), &mut stage) {
                Ok((went, progress)) => {
                    pruned.runs += went.runs;
                    pruned.bytes += went.bytes;
                    if progress == Progress::Finished {
                        break;
                    }
                    thread::sleep(PAUSE);
                }
                Err(error) if is_full(&error) && !length.is_zero() => {
                    length = Duration::ZERO;
                    stage.undone();
                    space::begin_log_anew(connection);
                }
                Err(error) => return Err(refused(DOING)(error)),
            }
        }
        Ok(())
    }
}

fn one_turn(
    connection: &mut Connection,
    turn: &Turn,
    stage: &mut impl Stage,
) -> rusqlite::Result<(Pruned, Progress)> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let done = stage.turn(&transaction, turn)?;
    transaction.commit()?;
    Ok(done)
}

fn is_full(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::DiskFull)
}
