//! Keeps receipts in their chains.

use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::{StoreError, refused};
use crate::clock::Timestamp;
use crate::store::ReceiptRow;

pub(super) const LAST: &str = "
    SELECT place, chain, sequence, id, digest, created_at, envelope FROM receipts
    WHERE place = ?1 AND chain = ?2 ORDER BY sequence DESC LIMIT 1";
pub(super) const OF_PLACE: &str = "
    SELECT place, chain, sequence, id, digest, created_at, envelope FROM receipts
    WHERE place = ?1 ORDER BY chain, sequence";

/// Appends a receipt, if its place in the chain is the next one.
pub(super) fn append(connection: &Connection, receipt: &ReceiptRow) -> Result<(), StoreError> {
    let made = insert(connection, receipt).map_err(refused("keep a receipt"))?;
    if made == 0 {
        return Err(StoreError::Conflict(format!(
            "place {} of the ledger is not the next one",
            receipt.sequence
        )));
    }
    Ok(())
}

fn insert(connection: &Connection, receipt: &ReceiptRow) -> rusqlite::Result<usize> {
    connection
        .prepare_cached(
            "INSERT INTO receipts (place, chain, sequence, id, digest, created_at, envelope)
             SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7
             WHERE ?3 = 1 + coalesce(
               (SELECT max(sequence) FROM receipts WHERE place = ?1 AND chain = ?2), 0)",
        )?
        .execute(params![
            receipt.place,
            receipt.chain,
            number(receipt.sequence),
            receipt.id,
            receipt.digest,
            receipt.created_at.microseconds(),
            receipt.envelope,
        ])
}

/// Returns the last receipt of a chain.
pub(super) fn last(
    connection: &Connection,
    place: &str,
    chain: &str,
) -> Result<Option<ReceiptRow>, StoreError> {
    let find = || {
        connection
            .prepare_cached(LAST)?
            .query_row([place, chain], row)
            .optional()
    };
    find().map_err(refused("look for a receipt"))
}

/// Returns all receipts of a work tree, chain by chain.
pub(super) fn of_place(
    connection: &Connection,
    place: &str,
) -> Result<Vec<ReceiptRow>, StoreError> {
    let find = || -> rusqlite::Result<_> {
        connection
            .prepare_cached(OF_PLACE)?
            .query_map([place], row)?
            .collect()
    };
    find().map_err(refused("look for receipts"))
}

fn row(row: &Row<'_>) -> rusqlite::Result<ReceiptRow> {
    Ok(ReceiptRow {
        place: row.get(0)?,
        chain: row.get(1)?,
        sequence: u64::try_from(row.get::<_, i64>(2)?).unwrap_or(0),
        id: row.get(3)?,
        digest: row.get(4)?,
        created_at: Timestamp::from_microseconds(row.get(5)?),
        envelope: row.get(6)?,
    })
}

/// SQLite has no numbers over `i64::MAX`, and no chain gets there.
fn number(sequence: u64) -> i64 {
    i64::try_from(sequence).unwrap_or(i64::MAX)
}
