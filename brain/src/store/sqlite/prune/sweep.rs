//! Removes the steps and attempts of runs that are gone.

use rusqlite::{Connection, OptionalExtension as _};

use super::{Progress, Stage, Turn};
use crate::store::Pruned;
use crate::store::sqlite::key;

/// How many bytes are removed before it is asked again whether time is up. One output may be longer: it goes alone.
const CHUNK: u64 = 256 << 10;

/// The tables whose rows have keys that begin with the number of a run, each with what its rows hold.
const TABLES: &[(&str, &str)] = &[
    (
        "SELECT key, octet_length(content) FROM large WHERE key >= ?1 AND key < ?2 ORDER BY key",
        "DELETE FROM large WHERE key >= ?1 AND key <= ?2",
    ),
    (
        "SELECT key, coalesce(octet_length(error), 0) + octet_length(record) + coalesce(octet_length(output), 0)
         FROM attempts WHERE key >= ?1 AND key < ?2 ORDER BY key",
        "DELETE FROM attempts WHERE key >= ?1 AND key <= ?2",
    ),
    (
        "SELECT key, coalesce(octet_length(error), 0) + coalesce(octet_length(output), 0)
         FROM steps WHERE key >= ?1 AND key < ?2 ORDER BY key",
        "DELETE FROM steps WHERE key >= ?1 AND key <= ?2",
    ),
];

/// The walk through what removed runs have left.
pub(super) struct Sweeping;

impl Stage for Sweeping {
    fn turn(
        &mut self,
        connection: &Connection,
        turn: &Turn,
    ) -> rusqlite::Result<(Pruned, Progress)> {
        let mut pruned = Pruned::default();
        while let Some(number) = next(connection)? {
            pruned.bytes += trigger(connection, number)?;
            for (select, delete) in TABLES {
                while let Some(part) = part(connection, select, number)? {
                    connection
                        .prepare_cached(delete)?
                        .execute([key::first(number), part.last])?;
                    pruned.bytes += part.bytes;
                    if turn.is_over() {
                        return Ok((pruned, Progress::Unfinished));
                    }
                }
            }
            connection
                .prepare_cached("DELETE FROM pruned WHERE number = ?1")?
                .execute([number])?;
            if turn.is_over() {
                return Ok((pruned, Progress::Unfinished));
            }
        }
        Ok((pruned, Progress::Finished))
    }
}

fn next(connection: &Connection) -> rusqlite::Result<Option<i64>> {
    connection
        .prepare_cached("SELECT number FROM pruned ORDER BY number LIMIT 1")?
        .query_row([], |row| row.get(0))
        .optional()
}

/// Removes what was long in the trigger of a run, and returns how many bytes it had.
fn trigger(connection: &Connection, number: i64) -> rusqlite::Result<u64> {
    let held = connection
        .prepare_cached("SELECT octet_length(content) FROM large WHERE key = ?1")?
        .query_row([-number], |row| super::bytes(row, 0))
        .optional()?;
    if held.is_some() {
        connection
            .prepare_cached("DELETE FROM large WHERE key = ?1")?
            .execute([-number])?;
    }
    Ok(held.unwrap_or(0))
}

/// The first rows of a run in a table, up to a key.
struct Part {
    last: i64,
    bytes: u64,
}

fn part(connection: &Connection, select: &str, number: i64) -> rusqlite::Result<Option<Part>> {
    let mut part: Option<Part> = None;
    let mut statement = connection.prepare_cached(select)?;
    let mut rows = statement.query([key::first(number), key::first(number + 1)])?;
    while let Some(row) = rows.next()? {
        let before = part.map_or(0, |part| part.bytes);
        let bytes = before + super::bytes(row, 1)?;
        part = Some(Part {
            last: row.get(0)?,
            bytes,
        });
        if bytes > CHUNK {
            break;
        }
    }
    Ok(part)
}
