//! Texts that are kept apart from their rows, in the same transaction, because they are long.

use rusqlite::{Connection, OptionalExtension as _, params};
use serde_json::{Map, Value};

use crate::workflow::depth;

/// How many bytes a text has at least to be kept apart: several rows with shorter ones still share a page.
const LARGE: usize = 1024;

/// How many levels of JSON a field has at most that is kept apart: those of headers and lists of paths. Deeper ones are
/// no work of triggers, and stay where they are.
const SHALLOW: usize = 8;

/// Tells whether a text is kept apart.
const fn is_large(text: &str) -> bool {
    text.len() >= LARGE
}

/// Returns what of an output stands in its row.
pub(super) fn in_row(output: Option<&str>) -> Option<&str> {
    output.filter(|text| !is_large(text))
}

/// Keeps an output that does not stand in the row with this key.
pub(super) fn keep(
    connection: &Connection,
    key: i64,
    output: Option<&str>,
) -> rusqlite::Result<()> {
    match output {
        Some(text) if is_large(text) => put(connection, key, text),
        _ => Ok(()),
    }
}

/// Gives the output of a step, if it is kept apart, to the last of the attempts between two keys.
pub(super) fn hand_on(connection: &Connection, [step, end]: [i64; 2]) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "UPDATE OR REPLACE large
             SET key = (SELECT max(key) FROM attempts WHERE key > ?1 AND key < ?2)
             WHERE key = ?1 AND EXISTS (SELECT 1 FROM attempts WHERE key > ?1 AND key < ?2)",
        )?
        .execute([step, end])?;
    connection
        .prepare_cached("DELETE FROM large WHERE key = ?1")?
        .execute([step])
        .map(drop)
}

/// Returns what of a trigger stands in the row of its run, and what is kept apart: the long ones of its
/// fields.
pub(super) fn split(trigger: &Value) -> (String, Option<String>) {
    let whole = trigger.to_string();
    let Value::Object(fields) = trigger else {
        return (whole, None);
    };
    if !is_large(&whole) {
        return (whole, None);
    }
    let is_long = |value: &Value| match value {
        Value::String(text) => is_large(text),
        Value::Array(_) | Value::Object(_) => {
            let text = value.to_string();
            is_large(&text) && depth(&text) <= SHALLOW
        }
        _ => false,
    };
    let (long, short): (Map<_, _>, Map<_, _>) = fields
        .clone()
        .into_iter()
        .partition(|(_, value)| is_long(value));
    let apart = (!long.is_empty()).then(|| Value::Object(long).to_string());
    (Value::Object(short).to_string(), apart)
}

/// Keeps what [`split`] took off the trigger of the run with this number.
pub(super) fn keep_of_trigger(
    connection: &Connection,
    number: i64,
    apart: Option<&str>,
) -> rusqlite::Result<()> {
    match apart {
        Some(apart) => put(connection, -number, apart),
        None => Ok(()),
    }
}

/// Returns what was taken off the trigger of the run with this number.
pub(super) fn of_trigger(connection: &Connection, number: i64) -> rusqlite::Result<Option<String>> {
    connection
        .prepare_cached("SELECT content FROM large WHERE key = ?1")?
        .query_row([-number], |row| row.get(0))
        .optional()
}

fn put(connection: &Connection, key: i64, content: &str) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT OR REPLACE INTO large (key, content) VALUES (?1, ?2)")?
        .execute(params![key, content])
        .map(drop)
}
