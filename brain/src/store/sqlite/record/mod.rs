//! Applies what happened to runs, inside the transaction that the writer has opened.
//!
//! Each change is one statement that says itself which state it needs; only if it touches no row is it asked why.
//! Changes of runs are here, those of steps and attempts in [`step`].

mod step;

use rusqlite::{Connection, OptionalExtension as _, params};

use self::step::Step;
use super::{Change, StoreError, key, refused};
use crate::clock::Timestamp;
use crate::store::{RunId, RunStatus};

/// Applies `changes` in their order; after an error the caller undoes the others.
pub(super) fn record(connection: &Connection, changes: &[Change]) -> Result<(), StoreError> {
    let mut recorder = Recorder {
        connection,
        active: None,
    };
    changes.iter().try_for_each(|change| recorder.apply(change))
}

struct Recorder<'c> {
    connection: &'c Connection,
    /// The run that the change before was about, if it has not ended, and its number: most lists are about one run.
    active: Option<(RunId, i64)>,
}

/// How something ended.
struct End<'a, S> {
    status: S,
    error: Option<&'a str>,
    at: Timestamp,
}

impl Recorder<'_> {
    fn apply(&mut self, change: &Change) -> Result<(), StoreError> {
        match change {
            Change::RunStarted {
                run,
                workflow,
                trigger,
                owner,
                created_at,
                started_at,
            } => self.start_run(
                *run,
                params![
                    run.reversed_digits(),
                    workflow,
                    RunStatus::Running.as_str(),
                    owner,
                    created_at.microseconds(),
                    started_at.microseconds(),
                    trigger.to_string(),
                ],
            ),
            Change::StepStarted {
                run,
                position,
                name,
                kind,
                at,
            } => {
                let step = Step {
                    run: *run,
                    position: *position,
                    name,
                    kind,
                };
                self.start_step(&step, *at)
            }
            Change::AttemptEnded {
                run,
                position,
                attempt,
            } => self.end_attempt(*run, *position, attempt),
            Change::StepEnded {
                run,
                position,
                name,
                kind,
                status,
                output,
                is_masked,
                error,
                at,
            } => {
                let step = Step {
                    run: *run,
                    position: *position,
                    name,
                    kind,
                };
                let end = End {
                    status: *status,
                    error: error.as_deref(),
                    at: *at,
                };
                self.end_step(&step, &end, (output.as_deref(), *is_masked))
            }
            Change::RunEnded {
                run,
                status,
                error,
                at,
            } => {
                let end = End {
                    status: *status,
                    error: error.as_deref(),
                    at: *at,
                };
                self.end_run(*run, &end)
            }
        }
    }

    fn start_run(&mut self, run: RunId, values: &[&dyn rusqlite::ToSql]) -> Result<(), StoreError> {
        let made = self.execute(
            // Not the number of a run that was removed and whose steps are still there.
            "INSERT INTO runs
               (number, reversed_id, workflow, status, owner, created_at, started_at, trigger)
             SELECT 1 + max(coalesce((SELECT max(number) FROM runs), 0),
                            coalesce((SELECT max(number) FROM pruned), 0)),
               ?1, ?2, ?3, ?4, ?5, max(?5, ?6), ?7
             WHERE NOT EXISTS (SELECT 1 FROM runs WHERE reversed_id = ?1)",
            values,
        )?;
        if made == 0 {
            return conflict(format!("run `{run}` is already recorded"));
        }
        self.active = Some((run, self.connection.last_insert_rowid()));
        Ok(())
    }

    fn end_run(&mut self, run: RunId, end: &End<'_, RunStatus>) -> Result<(), StoreError> {
        if !end.status.is_terminal() {
            return conflict(format!("run `{run}` cannot end as `{}`", end.status));
        }
        let number = self.active(run)?;
        self.execute(
            "UPDATE runs
             SET status = ?2, ended_at = max(coalesce(started_at, created_at), ?3), error = ?4
             WHERE number = ?1",
            params![
                number,
                end.status.as_str(),
                end.at.microseconds(),
                end.error
            ],
        )?;
        self.active = None;
        Ok(())
    }

    /// Returns the number of `run`, which must not have ended.
    fn active(&mut self, run: RunId) -> Result<i64, StoreError> {
        if let Some((known, number)) = self.active
            && known == run
        {
            return Ok(number);
        }
        let found: Option<(i64, String)> = self.query(
            "SELECT number, status FROM runs WHERE reversed_id = ?1",
            &run.reversed_digits(),
        )?;
        let Some((number, status)) = found else {
            return conflict(format!("run `{run}` is not recorded"));
        };
        if status.parse().is_ok_and(RunStatus::is_terminal) {
            return conflict(format!("run `{run}` has already ended: {status}"));
        }
        self.active = Some((run, number));
        Ok(number)
    }

    fn execute(&self, sql: &str, values: impl rusqlite::Params) -> Result<usize, StoreError> {
        self.connection
            .prepare_cached(sql)
            .and_then(|mut statement| statement.execute(values))
            .map_err(refused("record what happened to a run"))
    }

    fn query<A, B>(
        &self,
        sql: &str,
        key: &dyn rusqlite::ToSql,
    ) -> Result<Option<(A, B)>, StoreError>
    where
        A: rusqlite::types::FromSql,
        B: rusqlite::types::FromSql,
    {
        self.connection
            .prepare_cached(sql)
            .and_then(|mut statement| {
                statement
                    .query_row([key], |row| Ok((row.get(0)?, row.get(1)?)))
                    .optional()
            })
            .map_err(refused("look up a run"))
    }
}

fn conflict<T>(message: String) -> Result<T, StoreError> {
    Err(StoreError::Conflict(message))
}
