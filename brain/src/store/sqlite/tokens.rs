//! Sums up what models cost.

use rusqlite::{Connection, OptionalExtension as _};

use super::{StoreError, key, refused};
use crate::store::{RunId, Tokens};

/// The counts stand in the records of attempts. A record that is no JSON to SQLite, which takes fewer levels than the
/// store does, holds none.
const SUMS: &str = "
    SELECT CAST(sum(json_extract(record, '$.tokens_in')) AS INTEGER),
           CAST(sum(json_extract(record, '$.tokens_out')) AS INTEGER),
           CAST(sum(json_extract(record, '$.tokens_reasoning')) AS INTEGER)
    FROM attempts
    WHERE key >= ?1 AND key < ?2 AND CASE WHEN json_valid(record) THEN instr(record, '\"tokens_') END";

/// Returns what each of these runs cost.
pub(super) fn tokens(
    connection: &mut Connection,
    runs: &[RunId],
) -> Result<Vec<Option<Tokens>>, StoreError> {
    let sums = runs.iter().map(|run| of_run(connection, *run));
    let sums: rusqlite::Result<Vec<_>> = sums.collect();
    sums.map_err(refused("read runs"))
}

fn of_run(connection: &Connection, run: RunId) -> rusqlite::Result<Option<Tokens>> {
    let mut number = connection.prepare_cached("SELECT number FROM runs WHERE reversed_id = ?1")?;
    let number = number.query_row([run.reversed_digits()], |row| row.get(0));
    let Some(number): Option<i64> = number.optional()? else {
        return Ok(None);
    };
    let mut sums = connection.prepare_cached(SUMS)?;
    let sums = sums.query_row([key::first(number), key::first(number + 1)], |row| {
        let count = |column| {
            let count: Option<i64> = row.get(column)?;
            Ok::<_, rusqlite::Error>(count.and_then(|count| u64::try_from(count).ok()))
        };
        Ok(Tokens {
            input: count(0)?,
            output: count(1)?,
            reasoning: count(2)?,
        })
    })?;
    Ok((sums != Tokens::default()).then_some(sums))
}
