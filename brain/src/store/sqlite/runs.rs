//! Reads runs.

use rusqlite::{Connection, Params, Row, params};
use serde::Deserialize as _;
use serde_json::Value;

use super::{StoreError, key, large, refused};
use crate::clock::Timestamp;
use crate::store::{
    AttemptRow, HistoryQuery, LastSuccess, RunId, RunReference, RunRow, RunStatus, StepRow,
    Transition,
};
use crate::workflow::depth;

/// What was tried, for errors.
const READ_RUNS: &str = "read runs";

/// How many runs an ambiguous reference shows.
const CANDIDATES: u32 = 5;

/// Past every hexadecimal digit: what begins with the digits D lies from D to before `Dg`.
const PAST_DIGITS: char = 'g';

/// The columns that [`run_row`] reads, and that each of the statements below begins with.
macro_rules! select_runs {
    ($rest:literal) => {
        concat!(
            "SELECT number, reversed_id, workflow, status, trigger, created_at, started_at, ended_at, error, owner FROM runs ",
            $rest
        )
    };
}

pub(super) const ALL: &str = select_runs!("ORDER BY number DESC LIMIT ?1");
pub(super) const OF_WORKFLOW: &str =
    select_runs!("WHERE workflow = ?1 ORDER BY number DESC LIMIT ?2");
pub(super) const IN_STATUS: &str = select_runs!("WHERE status = ?1 ORDER BY number DESC LIMIT ?2");
pub(super) const OF_WORKFLOW_IN_STATUS: &str =
    select_runs!("WHERE workflow = ?1 AND status = ?2 ORDER BY number DESC LIMIT ?3");
/// No order: it asks only whether there is one, or more.
pub(super) const BY_SUFFIX: &str = select_runs!(
    "WHERE reversed_id >= ?1 AND reversed_id < ?2 AND (?3 IS NULL OR workflow = ?3) LIMIT 2"
);
/// Asked only for an error, so it may sort.
const CANDIDATES_BY_SUFFIX: &str = select_runs!(
    "WHERE reversed_id >= ?1 AND reversed_id < ?2 AND (?3 IS NULL OR workflow = ?3)
     ORDER BY number DESC LIMIT ?4"
);
pub(super) const STEPS: &str = "
    SELECT key, name, kind, status,
      coalesce(output, (SELECT content FROM large WHERE large.key = steps.key)), masked, error, started_at, ended_at, source
    FROM steps WHERE key >= ?1 AND key < ?2 ORDER BY key";
pub(super) const ATTEMPTS: &str = "
    SELECT key, status, started_at, ended_at,
      coalesce(output, (SELECT content FROM large WHERE large.key = attempts.key)), error, record
    FROM attempts WHERE key >= ?1 AND key < ?2 ORDER BY key";
pub(super) const TRANSITIONS: &str =
    "SELECT status, at, reason FROM transitions WHERE key >= ?1 AND key < ?2 ORDER BY key";
const DETAILS: &str = "SELECT last_run, anew FROM run_details WHERE number = ?1";
const CANCEL_REQUESTS: &str = "
    SELECT cancel_requests FROM run_details
    WHERE number = (SELECT number FROM runs WHERE reversed_id = ?1 AND status = 'running')";
pub(super) const OUTPUTS: &str = "
    SELECT name, coalesce(output, (SELECT content FROM large WHERE large.key = steps.key))
    FROM steps WHERE key >= ?1 AND key < ?2";

/// Returns one run with its steps and attempts.
pub(super) fn run(
    connection: &mut Connection,
    reference: &RunReference,
    workflow: Option<&str>,
) -> Result<RunRow, StoreError> {
    // One snapshot: a run that ends between two of the statements must not come out half ended.
    let snapshot = connection.transaction().map_err(refused(READ_RUNS))?;
    let found = match reference {
        RunReference::Last => newest(&snapshot, workflow)?,
        RunReference::Suffix(digits) => by_suffix(&snapshot, digits, workflow)?,
    };
    let (number, mut run) = found.ok_or_else(|| StoreError::NoSuchRun {
        reference: reference.to_string(),
        workflow: workflow.map(str::to_owned),
    })?;
    for (last_run, anew) in rows(&snapshot, DETAILS, [number], details_row)? {
        (run.last_run, run.anew) = (last_run, anew);
    }
    whole_trigger(&snapshot, number, &mut run)?;
    run.transitions = rows(&snapshot, TRANSITIONS, keys(number), transition_row)?;
    run.steps = steps(&snapshot, number)?;
    Ok(run)
}

/// Adds to the trigger of a run what is kept apart.
fn whole_trigger(connection: &Connection, number: i64, run: &mut RunRow) -> Result<(), StoreError> {
    let apart = large::of_trigger(connection, number).map_err(refused(READ_RUNS))?;
    let (Some(apart), Value::Object(fields)) = (apart, &mut run.trigger) else {
        return Ok(());
    };
    if let Ok(Value::Object(apart)) = read_json(&apart) {
        fields.extend(apart);
    }
    Ok(())
}

/// Returns runs without their steps, newest first.
pub(super) fn history(
    connection: &Connection,
    query: &HistoryQuery,
) -> Result<Vec<RunRow>, StoreError> {
    let limit = query.limit.map_or(-1, i64::from);
    let status = query.status.map(RunStatus::as_str);
    let found = match (&query.workflow, status) {
        (None, None) => rows(connection, ALL, params![limit], run_row),
        (Some(workflow), None) => rows(connection, OF_WORKFLOW, params![workflow, limit], run_row),
        (None, Some(status)) => rows(connection, IN_STATUS, params![status, limit], run_row),
        (Some(workflow), Some(status)) => {
            let values = params![workflow, status, limit];
            rows(connection, OF_WORKFLOW_IN_STATUS, values, run_row)
        }
    }?;
    Ok(found.into_iter().map(|(_, run)| run).collect())
}

/// Returns how often somebody asked for the end of a run since it was started or resumed; of one that does not run,
/// nobody does.
pub(super) fn cancel_requests(connection: &Connection, run: RunId) -> Result<u32, StoreError> {
    let values = [run.reversed_digits()];
    let found = rows(connection, CANCEL_REQUESTS, values, |row| row.get(0))?;
    Ok(found.into_iter().next().unwrap_or(0))
}

/// Returns the outputs of the newest successful run of `workflow`.
pub(super) fn last_success(
    connection: &mut Connection,
    workflow: &str,
) -> Result<Option<LastSuccess>, StoreError> {
    let snapshot = connection.transaction().map_err(refused(READ_RUNS))?;
    let values = params![workflow, RunStatus::Success.as_str(), 1];
    let newest = rows(&snapshot, OF_WORKFLOW_IN_STATUS, values, run_row)?;
    let Some((number, run)) = newest.into_iter().next() else {
        return Ok(None);
    };
    let outputs = rows(&snapshot, OUTPUTS, keys(number), |row| {
        Ok((row.get(0)?, row.get(1)?))
    })?;
    Ok(Some(LastSuccess {
        id: run.id,
        created_at: run.created_at,
        outputs: outputs.into_iter().collect(),
    }))
}

fn newest(
    connection: &Connection,
    workflow: Option<&str>,
) -> Result<Option<(i64, RunRow)>, StoreError> {
    let found = match workflow {
        None => rows(connection, ALL, [1], run_row),
        Some(workflow) => rows(connection, OF_WORKFLOW, params![workflow, 1], run_row),
    }?;
    Ok(found.into_iter().next())
}

fn by_suffix(
    connection: &Connection,
    digits: &str,
    workflow: Option<&str>,
) -> Result<Option<(i64, RunRow)>, StoreError> {
    let from: String = digits.chars().rev().collect();
    let mut to = from.clone();
    to.push(PAST_DIGITS);
    let mut found = rows(connection, BY_SUFFIX, params![from, to, workflow], run_row)?;
    if found.len() < 2 {
        return Ok(found.pop());
    }
    let values = params![from, to, workflow, CANDIDATES];
    let candidates = rows(connection, CANDIDATES_BY_SUFFIX, values, run_row)?;
    Err(StoreError::AmbiguousRun {
        reference: digits.to_owned(),
        candidates: candidates
            .into_iter()
            .map(|(_, run)| run.id.to_string())
            .collect(),
    })
}

fn steps(connection: &Connection, number: i64) -> Result<Vec<StepRow>, StoreError> {
    let mut steps = rows(connection, STEPS, keys(number), step_row)?;
    let attempts = rows(connection, ATTEMPTS, keys(number), |row| {
        Ok((key::position(row.get(0)?), attempt_row(row)?))
    })?;
    // Both are in the order of their keys, so one walk brings them together.
    let mut attempts = attempts.into_iter().peekable();
    for step in &mut steps {
        while let Some((_, attempt)) = attempts.next_if(|(position, _)| *position <= step.position)
        {
            step.attempts.push(attempt);
        }
    }
    Ok(steps)
}

/// The keys of the steps and attempts of a run: from the first, to before the second.
fn keys(number: i64) -> [i64; 2] {
    [key::first(number), key::first(number + 1)]
}

fn rows<T>(
    connection: &Connection,
    sql: &str,
    values: impl Params,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>, StoreError> {
    connection
        .prepare_cached(sql)
        .and_then(|mut statement| statement.query_map(values, read)?.collect())
        .map_err(refused(READ_RUNS))
}

fn run_row(row: &Row<'_>) -> rusqlite::Result<(i64, RunRow)> {
    let run = RunRow {
        id: parsed(row, 1, RunId::from_reversed_digits)?,
        workflow: row.get(2)?,
        status: parsed(row, 3, str::parse)?,
        trigger: json(row, 4)?,
        created_at: time(row, 5)?,
        started_at: time_or_none(row, 6)?,
        ended_at: time_or_none(row, 7)?,
        error: row.get(8)?,
        owner: row.get(9)?,
        last_run: None,
        anew: None,
        transitions: Vec::new(),
        steps: Vec::new(),
    };
    Ok((row.get(0)?, run))
}

fn details_row(row: &Row<'_>) -> rusqlite::Result<(Option<RunId>, Option<u32>)> {
    let last_run = match row.get_ref(0)? {
        rusqlite::types::ValueRef::Null => None,
        _ => Some(parsed(row, 0, str::parse)?),
    };
    Ok((last_run, row.get(1)?))
}

fn transition_row(row: &Row<'_>) -> rusqlite::Result<Transition> {
    Ok(Transition {
        status: parsed(row, 0, str::parse)?,
        at: time(row, 1)?,
        reason: row.get(2)?,
    })
}

fn step_row(row: &Row<'_>) -> rusqlite::Result<StepRow> {
    Ok(StepRow {
        position: key::position(row.get(0)?),
        name: row.get(1)?,
        kind: row.get(2)?,
        status: parsed(row, 3, str::parse)?,
        output: row.get(4)?,
        is_masked: row.get(5)?,
        error: row.get(6)?,
        started_at: time_or_none(row, 7)?,
        ended_at: time_or_none(row, 8)?,
        source: row.get(9)?,
        attempts: Vec::new(),
    })
}

fn attempt_row(row: &Row<'_>) -> rusqlite::Result<AttemptRow> {
    Ok(AttemptRow {
        number: key::attempt(row.get(0)?),
        status: parsed(row, 1, str::parse)?,
        started_at: time(row, 2)?,
        ended_at: time(row, 3)?,
        output: row.get(4)?,
        error: row.get(5)?,
        record: json(row, 6)?,
    })
}

fn time(row: &Row<'_>, column: usize) -> rusqlite::Result<Timestamp> {
    row.get(column).map(Timestamp::from_microseconds)
}

fn time_or_none(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<Timestamp>> {
    let microseconds: Option<i64> = row.get(column)?;
    Ok(microseconds.map(Timestamp::from_microseconds))
}

/// How many levels of JSON are read: what writes it back or shows it takes stack for each. Deeper ones stay the text that
/// they are, so that one strange record does not hide a run.
const LEVELS: usize = 512;

/// Reads JSON.
fn json(row: &Row<'_>, column: usize) -> rusqlite::Result<Value> {
    parsed(row, column, read_json)
}

fn read_json(text: &str) -> serde_json::Result<Value> {
    if depth(text) > LEVELS {
        return Ok(Value::String(text.to_owned()));
    }
    let mut reader = serde_json::Deserializer::from_str(text);
    reader.disable_recursion_limit();
    let value = Value::deserialize(&mut reader)?;
    reader.end().map(|()| value)
}

/// Reads a text that stands for something else.
pub(super) fn parsed<T, E>(
    row: &Row<'_>,
    column: usize,
    parse: impl FnOnce(&str) -> Result<T, E>,
) -> rusqlite::Result<T>
where
    E: std::error::Error + Send + Sync + 'static,
{
    let value = row.get_ref(column)?;
    let kind = value.data_type();
    parse(value.as_str()?)
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(column, kind, Box::new(error)))
}
