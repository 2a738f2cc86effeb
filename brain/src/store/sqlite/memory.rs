//! Keeps memories and finds them by their words.
//!
//! **Ranking.** A memory fits if it holds any word of the query: upper and lower case are one, accents do not count,
//! words are compared whole (`words` says what a word is). The fit is Okapi BM25 as SQLite's FTS5 computes it, with
//! k1 = 1.2 and b = 0.75: a word counts more the fewer memories hold it (counted over all spaces; one that half of them
//! hold counts next to nothing), more the oftener it occurs, and less in a longer text. Where two fit equally, the newer
//! one comes first.
//!
//! **Repeats.** The same text in the same space is one memory: remembering it again gives back the first one's id and
//! moves its time forward to the new one, so a workflow that remembers the same every night does not crowd out the rest.

use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::{StoreError, refused, words};
use crate::clock::Timestamp;
use crate::store::{Memory, MemoryQuery, NewMemory};

pub(super) const FIND_SAME: &str = "
    SELECT id, created_at FROM memories
    WHERE space = ?1 AND substr(content, 1, 64) = substr(?2, 1, 64) AND content = ?2";
/// `CROSS JOIN` has SQLite begin with the words: nothing else narrows the search as much.
pub(super) const BY_WORDS: &str = "
    SELECT id, space, content, created_at, -bm25(memory_words)
    FROM memory_words CROSS JOIN memories ON id = memory_words.rowid
    WHERE memory_words MATCH ?1 AND (?2 IS NULL OR space = ?2) AND created_at >= ?3
    ORDER BY bm25(memory_words), created_at DESC, id DESC LIMIT ?4";
pub(super) const NEWEST: &str = "
    SELECT id, space, content, created_at, 0.0 FROM memories
    WHERE created_at >= ?1 ORDER BY created_at DESC, id DESC LIMIT ?2";
pub(super) const NEWEST_OF_SPACE: &str = "
    SELECT id, space, content, created_at, 0.0 FROM memories
    WHERE space = ?1 AND created_at >= ?2 ORDER BY created_at DESC, id DESC LIMIT ?3";

/// Keeps a memory, or finds the one that says the same.
pub(super) fn remember(connection: &Connection, new: &NewMemory) -> Result<Memory, StoreError> {
    if new.content.trim().is_empty() {
        return Err(StoreError::BlankMemory);
    }
    let (id, created_at) = keep(connection, new).map_err(refused("keep a memory"))?;
    Ok(Memory {
        id,
        space: new.space.clone(),
        content: new.content.clone(),
        created_at: Timestamp::from_microseconds(created_at),
        score: 0.0,
    })
}

/// Returns the memories that fit, best first; the newest if the query has no word.
pub(super) fn recall(
    connection: &Connection,
    query: &MemoryQuery,
) -> Result<Vec<Memory>, StoreError> {
    find(connection, query).map_err(refused("look for memories"))
}

fn keep(connection: &Connection, new: &NewMemory) -> rusqlite::Result<(i64, i64)> {
    let made = new.created_at.microseconds();
    let same: Option<(i64, i64)> = connection
        .prepare_cached(FIND_SAME)?
        .query_row(params![new.space, new.content], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .optional()?;
    if let Some((id, before)) = same {
        if made > before {
            connection
                .prepare_cached("UPDATE memories SET created_at = ?2 WHERE id = ?1")?
                .execute([id, made])?;
        }
        return Ok((id, made.max(before)));
    }
    let id = connection
        .prepare_cached("INSERT INTO memories (space, created_at, content) VALUES (?1, ?2, ?3)")?
        .insert(params![new.space, made, new.content])?;
    connection
        .prepare_cached("INSERT INTO memory_words (rowid, words) VALUES (?1, ?2)")?
        .execute(params![id, words::for_index(&new.content)])?;
    Ok((id, made))
}

fn find(connection: &Connection, query: &MemoryQuery) -> rusqlite::Result<Vec<Memory>> {
    let since = query.since.map_or(i64::MIN, Timestamp::microseconds);
    let limit = query.limit;
    if let Some(expression) = words::for_query(&query.text) {
        let values = params![expression, query.space, since, limit];
        return connection
            .prepare_cached(BY_WORDS)?
            .query_map(values, memory_row)?
            .collect();
    }
    match &query.space {
        Some(space) => connection
            .prepare_cached(NEWEST_OF_SPACE)?
            .query_map(params![space, since, limit], memory_row)?
            .collect(),
        None => connection
            .prepare_cached(NEWEST)?
            .query_map(params![since, limit], memory_row)?
            .collect(),
    }
}

fn memory_row(row: &Row<'_>) -> rusqlite::Result<Memory> {
    Ok(Memory {
        id: row.get(0)?,
        space: row.get(1)?,
        content: row.get(2)?,
        created_at: Timestamp::from_microseconds(row.get(3)?),
        score: row.get(4)?,
    })
}
