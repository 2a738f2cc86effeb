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
pub(super) use self::mark::{CANDIDATES, NEXT_WORKFLOW};

use std::thread;
use std::time::{Duration, Instant};

use rusqlite::Connection;
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
    let turn = Turn::begin();
    let work = || {
        let mut pruned = Marking::new(retention, Thoroughness::UpToKept)
            .turn(connection, &turn)?
            .0;
        pruned.bytes += sweep::turn(connection, &turn)?.0;
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
}

/// Whether there is more to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Progress {
    Unfinished,
    Finished,
}

impl Turn {
    fn begin() -> Self {
        Self {
            begun: Instant::now(),
        }
    }

    fn is_over(&self) -> bool {
        self.begun.elapsed() >= TURN
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

impl Pruner<'_> {
    fn run(&mut self, retention: &Retention) -> Result<Pruned, StoreError> {
        let before = space::size(self.source.path());
        let mut pruned = Pruned::default();
        let mut marking = Marking::new(retention, Thoroughness::ToTheEnd);
        self.turns(|connection, turn| {
            let (marked, progress) = marking.turn(connection, turn)?;
            pruned.runs += marked.runs;
            pruned.bytes += marked.bytes;
            Ok(progress)
        })?;
        self.turns(|connection, turn| {
            let (bytes, progress) = sweep::turn(connection, turn)?;
            pruned.bytes += bytes;
            Ok(progress)
        })?;
        space::prepare(self.source.connection()?).map_err(refused(DOING))?;
        self.turns(space::turn)?;
        space::shorten(self.source.connection()?).map_err(refused(DOING))?;
        pruned.freed = before.saturating_sub(space::size(self.source.path()));
        Ok(pruned)
    }

    /// Calls `work` in one transaction after the other until it is finished, or nobody waits for it any more.
    fn turns(
        &mut self,
        mut work: impl FnMut(&Connection, &Turn) -> rusqlite::Result<Progress>,
    ) -> Result<(), StoreError> {
        while !self.answer.is_closed() {
            let connection = self.source.connection()?;
            let transaction = connection
                .transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)
                .map_err(refused(DOING))?;
            let progress = work(&transaction, &Turn::begin()).map_err(refused(DOING))?;
            transaction.commit().map_err(refused(DOING))?;
            if progress == Progress::Finished {
                break;
            }
            thread::sleep(PAUSE);
        }
        Ok(())
    }
}
