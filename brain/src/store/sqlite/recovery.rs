//! Closes runs whose process died, in the transaction that the writer has opened.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension as _, params};
use serde_json::json;

use super::{StoreError, failed, key, owner, record, refused, runs};
use crate::clock::Timestamp;
use crate::store::{
    Abandoned, CRASHES, Change, DIED, EndedAttempt, RunId, RunStatus, StepStatus, is_crash,
};

/// What was tried, for errors.
const DOING: &str = "close the runs of dead processes";

/// The owners of the runs that count as running.
pub(super) const OWNERS: &str = "SELECT DISTINCT owner FROM runs WHERE status = 'running'";
const RUNS: &str =
    "SELECT number, reversed_id FROM runs WHERE status = 'running' AND owner IS ?1 ORDER BY number";
const RUNNING: &str = "SELECT number FROM runs WHERE reversed_id = ?1 AND status = 'running'";
/// When a run came into the state that it is in.
const SINCE: &str =
    "SELECT at FROM transitions WHERE key >= ?1 AND key < ?2 ORDER BY key DESC LIMIT 1";
const CUT: &str = "SELECT key, name, kind, started_at FROM steps
    WHERE key >= ?1 AND key < ?2 AND status = 'running'";
const LAST_ATTEMPT: &str = "SELECT key, ended_at FROM attempts WHERE key > ?1 AND key < ?2
    ORDER BY key DESC LIMIT 1";
const CANCELS: &str = "SELECT cancel_requests FROM run_details WHERE number = ?1";
const ENDS: &str =
    "SELECT reason FROM transitions WHERE key >= ?1 AND key < ?2 AND status != 'running'
    ORDER BY key DESC";

/// Tells whether any run counts as running.
pub(super) fn is_needed(connection: &Connection) -> rusqlite::Result<bool> {
    connection
        .prepare_cached("SELECT EXISTS (SELECT 1 FROM runs WHERE status = 'running')")?
        .query_row([], |row| row.get(0))
}

/// Closes the runs whose owners are dead and returns them.
pub(super) fn recover(
    connection: &Connection,
    store: &Path,
    at: Timestamp,
) -> Result<Vec<RunId>, StoreError> {
    let owners: Vec<Option<String>> = all(connection, OWNERS, [], |row| row.get(0))?;
    let mut closed = Vec::new();
    for id in owners {
        let is_dead = match &id {
            Some(id) => owner::is_dead(store, id).map_err(failed(DOING))?,
            None => true,
        };
        if !is_dead {
            continue;
        }
        let found = all(connection, RUNS, [&id], |row| {
            let run = runs::parsed(row, 1, RunId::from_reversed_digits)?;
            Ok((row.get(0)?, run))
        })?;
        for (number, run) in found {
            let closing = Closing {
                connection,
                at,
                reason: DIED,
            };
            closing.close(number, run)?;
            closed.push(run);
        }
    }
    Ok(closed)
}

/// Closes a run that its own process gave up, unless it has ended or has been resumed since.
pub(super) fn close(connection: &Connection, abandoned: &Abandoned) -> Result<(), StoreError> {
    let values = [abandoned.run.reversed_digits()];
    let Some(number) = first(connection, RUNNING, values, |row| row.get(0))? else {
        return Ok(());
    };
    let keys = [key::first(number), key::first(number + 1)];
    let since = first(connection, SINCE, keys, |row| row.get(0))?;
    if since.map(Timestamp::from_microseconds) != Some(abandoned.since) {
        return Ok(());
    }
    let closing = Closing {
        connection,
        at: abandoned.at,
        reason: abandoned.reason,
    };
    closing.close(number, abandoned.run)
}

/// How runs are closed.
struct Closing<'c> {
    connection: &'c Connection,
    at: Timestamp,
    /// Why nobody goes on with them.
    reason: &'c str,
}

/// The step that a process died in.
struct Cut {
    key: i64,
    name: String,
    kind: String,
    started_at: Option<i64>,
}

impl Closing<'_> {
    fn close(&self, number: i64, run: RunId) -> Result<(), StoreError> {
        record::record(self.connection, &self.changes(number, run)?)
    }

    fn changes(&self, number: i64, run: RunId) -> Result<Vec<Change>, StoreError> {
        let keys = [key::first(number), key::first(number + 1)];
        let cut = all(self.connection, CUT, keys, |row| {
            Ok(Cut {
                key: row.get(0)?,
                name: row.get(1)?,
                kind: row.get(2)?,
                started_at: row.get(3)?,
            })
        })?;
        let is_cancelled = first(self.connection, CANCELS, [number], |row| {
            row.get::<_, i64>(0)
        })?
        .is_some_and(|requests| requests > 0);
        let (step_status, status) = if is_cancelled {
            (StepStatus::Cancelled, RunStatus::Cancelled)
        } else {
            (StepStatus::Interrupted, RunStatus::Interrupted)
        };
        let mut place = String::new();
        let mut changes = Vec::new();
        for cut in cut {
            place = format!("interrupted in step `{}`: ", cut.name);
            changes.extend(self.end(run, cut, step_status)?);
        }
        let reason = self.reason;
        let error = if is_cancelled {
            format!("cancelled after {reason}")
        } else if is_crash(reason) && self.crashes(keys)? + 1 >= CRASHES {
            format!("{place}{reason}, {CRASHES} times in a row")
        } else {
            format!("{place}{reason}")
        };
        changes.push(Change::RunEnded {
            run,
            status,
            error: Some(error),
            at: self.at,
        });
        Ok(changes)
    }

    /// Ends a step that was cut, and the attempt of which nobody knows how far it came.
    fn end(&self, run: RunId, cut: Cut, status: StepStatus) -> Result<[Change; 2], StoreError> {
        let attempts = params![cut.key, key::next_step(cut.key)];
        let last = first(self.connection, LAST_ATTEMPT, attempts, |row| {
            Ok((key::attempt(row.get(0)?), row.get::<_, i64>(1)?))
        })?;
        let (number, ended) = last.unwrap_or((0, i64::MIN));
        let began = cut.started_at.unwrap_or(ended).max(ended);
        let position = key::position(cut.key);
        let attempt = EndedAttempt {
            number: number + 1,
            status,
            started_at: Timestamp::from_microseconds(began),
            ended_at: self.at,
            output: None,
            error: Some(self.reason.to_owned()),
            record: json!({}),
        };
        Ok([
            Change::AttemptEnded {
                run,
                position,
                attempt,
            },
            Change::StepEnded {
                run,
                position,
                name: cut.name,
                kind: cut.kind,
                status,
                output: None,
                is_masked: false,
                error: Some(self.reason.to_owned()),
                at: self.at,
            },
        ])
    }

    /// Counts how often a run ended by a crash, up to now, without another end in between.
    fn crashes(&self, keys: [i64; 2]) -> Result<usize, StoreError> {
        let ends: Vec<Option<String>> = all(self.connection, ENDS, keys, |row| row.get(0))?;
        let crashed = |reason: &&Option<String>| reason.as_deref().is_some_and(is_crash);
        Ok(ends.iter().take_while(crashed).count())
    }
}

fn all<T>(
    connection: &Connection,
    sql: &str,
    values: impl rusqlite::Params,
    read: impl FnMut(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>, StoreError> {
    connection
        .prepare_cached(sql)
        .and_then(|mut statement| statement.query_map(values, read)?.collect())
        .map_err(refused(DOING))
}

fn first<T>(
    connection: &Connection,
    sql: &str,
    values: impl rusqlite::Params,
    read: impl FnOnce(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
) -> Result<Option<T>, StoreError> {
    connection
        .prepare_cached(sql)
        .and_then(|mut statement| statement.query_row(values, read).optional())
        .map_err(refused(DOING))
}
