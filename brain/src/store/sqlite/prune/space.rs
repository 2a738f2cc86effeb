//! Gives free pages back to the disk.
//!
//! A removed row leaves free pages inside the file, which later runs use. To make the file smaller, the pages at its end
//! move into free ones before them; the file is cut when the log has been copied into it as a whole, and the log when
//! nobody reads from it. Readers and writers go on meanwhile.

use std::path::Path;
use std::thread;
use std::time::Duration;

use rusqlite::Connection;

use super::{PAUSE, Progress, Stage, Turn};
use crate::store::Pruned;

/// How many pages move before it is asked again whether time is up.
const CHUNK: u32 = 64;
/// How many free pages stay after a run: 1 MiB, which the next runs use.
const SPARE: u32 = 256;
/// How many pages move after a run at most: about a millisecond.
const SOME: u32 = 128;
/// How often emptying the log is tried. Somebody who reads is in the way, for some milliseconds each time.
const TRIES: u32 = 40;

/// Returns how many bytes the file and its log have.
pub(super) fn size(path: &Path) -> u64 {
    // The log stands beside the file itself, if `path` is a link to it.
    let file = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let mut log = file.clone().into_os_string();
    log.push("-wal");
    [file, log.into()]
        .iter()
        .filter_map(|path| path.metadata().ok())
        .map(|file| file.len())
        .sum()
}

/// Copies the log into the file as far as that is possible, so that the next transaction is written over it.
pub(super) fn begin_log_anew(connection: &Connection) {
    // If there is no room for that either, the transaction says so.
    drop(connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())));
}

/// Gives some space back, inside a transaction, if far more is free than the next runs will use.
pub(super) fn return_some(connection: &Connection) -> rusqlite::Result<()> {
    let free = number(connection, "PRAGMA freelist_count")?;
    if free > SPARE && free > number(connection, "PRAGMA page_count")? / 4 {
        shrink(connection, SOME)?;
    }
    Ok(())
}

/// Makes the file one whose pages can move, if it is not: one that was restored from a dump, say.
///
/// That rewrites it as a whole; if somebody else uses it or the disk is too full for a copy, it stays as it is.
pub(super) fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    // 0 is `none`.
    if number(connection, "PRAGMA auto_vacuum")? == 0
        && number(connection, "PRAGMA freelist_count")? > 0
    {
        connection.pragma_update(None, "auto_vacuum", "incremental")?;
        drop(connection.execute_batch("VACUUM"));
    }
    Ok(())
}

/// Moving pages until none is free.
pub(super) struct Shrinking;

impl Stage for Shrinking {
    fn turn(
        &mut self,
        connection: &Connection,
        turn: &Turn,
    ) -> rusqlite::Result<(Pruned, Progress)> {
        let mut free = number(connection, "PRAGMA freelist_count")?;
        let mut progress = Progress::Finished;
        while free > 0 {
            shrink(connection, CHUNK)?;
            let left = number(connection, "PRAGMA freelist_count")?;
            if left == free {
                // A file without the means for it.
                break;
            }
            free = left;
            if free > 0 && turn.is_over() {
                progress = Progress::Unfinished;
                break;
            }
        }
        Ok((Pruned::default(), progress))
    }
}

/// Copies the log into the file, which cuts the file, and empties it.
pub(super) fn shorten(connection: &Connection) -> rusqlite::Result<()> {
    // The wait for readers holds up writers, so it is short, and tried again.
    connection.busy_timeout(Duration::from_millis(5))?;
    for _ in 0..TRIES {
        let is_busy = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| {
            row.get::<_, i64>(0)
        });
        match is_busy {
            Ok(0) => break,
            Ok(_) => thread::sleep(PAUSE),
            // Whoever commits next tries again.
            Err(error) if super::super::connection::is_busy(&error) => thread::sleep(PAUSE),
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn shrink(connection: &Connection, pages: u32) -> rusqlite::Result<()> {
    let mut statement = connection.prepare(&format!("PRAGMA incremental_vacuum({pages})"))?;
    let mut rows = statement.query([])?;
    // Each step moves one page.
    while rows.next()?.is_some() {}
    Ok(())
}

fn number(connection: &Connection, sql: &str) -> rusqlite::Result<u32> {
    connection.query_row(sql, [], |row| row.get(0))
}
