//! Applies what happened to runs, inside the transaction that the writer has opened.
//!
//! Each change is one statement that says itself which state it needs; only if it touches no row is it asked why.

use rusqlite::{Connection, OptionalExtension as _, params};

use super::{Change, StoreError, failed, key};
use crate::clock::Timestamp;
use crate::store::{EndedAttempt, RunId, RunStatus, StepStatus};

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

/// A step as the changes name it.
struct Step<'a> {
    run: RunId,
    position: u32,
    name: &'a str,
    kind: &'a str,
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
                self.end_step(&step, &end, output.as_deref())
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
            "INSERT INTO runs
               (reversed_id, workflow, status, owner, created_at, started_at, trigger)
             VALUES (?1, ?2, ?3, ?4, ?5, max(?5, ?6), ?7)
             ON CONFLICT DO NOTHING",
            values,
        )?;
        if made == 0 {
            return conflict(format!("run `{run}` is already recorded"));
        }
        self.active = Some((run, self.connection.last_insert_rowid()));
        Ok(())
    }

    fn start_step(&mut self, step: &Step<'_>, at: Timestamp) -> Result<(), StoreError> {
        let key = self.key(step)?;
        let made = self.execute(
            "INSERT INTO steps (key, name, kind, status, started_at) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT DO NOTHING",
            params![
                key,
                step.name,
                step.kind,
                StepStatus::Running.as_str(),
                at.microseconds()
            ],
        )?;
        match made {
            0 => self.taken(step, key),
            _ => Ok(()),
        }
    }

    fn end_attempt(
        &mut self,
        run: RunId,
        position: u32,
        attempt: &EndedAttempt,
    ) -> Result<(), StoreError> {
        let number = self.active(run)?;
        let step = key::of_step(run, number, position)?;
        let key = key::of_attempt(run, step, attempt.number)?;
        let named = || {
            format!(
                "attempt {} of step {position} of run `{run}`",
                attempt.number
            )
        };
        if attempt.status == StepStatus::Running {
            return conflict(format!("{} cannot end as `running`", named()));
        }
        let made = self.execute(
            "INSERT INTO attempts (key, status, started_at, ended_at, error, record, output)
             SELECT ?1, ?2, ?3, max(?3, ?4), ?5, ?6, ?7
             FROM steps WHERE key = ?8 AND status = 'running'
             ON CONFLICT DO NOTHING",
            params![
                key,
                attempt.status.as_str(),
                attempt.started_at.microseconds(),
                attempt.ended_at.microseconds(),
                attempt.error,
                attempt.record.to_string(),
                attempt.output,
                step,
            ],
        )?;
        if made == 1 {
            return Ok(());
        }
        match self.step_at(step)? {
            None => conflict(format!(
                "{} has ended but no step has started there",
                named()
            )),
            Some((name, status)) if status == StepStatus::Running.as_str() => {
                conflict(format!("{}, `{name}`, is already recorded", named()))
            }
            Some((name, status)) => conflict(format!(
                "{} is too late: `{name}` has ended: {status}",
                named()
            )),
        }
    }

    fn end_step(
        &mut self,
        step: &Step<'_>,
        end: &End<'_, StepStatus>,
        output: Option<&str>,
    ) -> Result<(), StoreError> {
        let key = self.key(step)?;
        let (status, at) = (end.status.as_str(), end.at.microseconds());
        match end.status {
            StepStatus::Running => {
                return conflict(format!("{step} cannot end as `running`"));
            }
            StepStatus::Skipped => {
                let made = self.execute(
                    "INSERT INTO steps (key, name, kind, status, ended_at, error, output)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                     ON CONFLICT DO NOTHING",
                    params![key, step.name, step.kind, status, at, end.error, output],
                )?;
                return match made {
                    0 => self.taken(step, key),
                    _ => Ok(()),
                };
            }
            _ => {}
        }
        let changed = self.execute(
            "UPDATE steps
             SET status = ?3, ended_at = max(started_at, ?4), error = ?5, output = ?6
             WHERE key = ?1 AND name = ?2 AND status = 'running'",
            params![key, step.name, status, at, end.error, output],
        )?;
        if changed == 1 {
            return Ok(());
        }
        match self.step_at(key)? {
            None => conflict(format!("{step} has not started")),
            Some((name, _)) if name != step.name => conflict(format!(
                "{step} cannot end: `{name}` stands at its position"
            )),
            Some((_, status)) => conflict(format!("{step} has already ended: {status}")),
        }
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

    fn key(&mut self, step: &Step<'_>) -> Result<i64, StoreError> {
        let number = self.active(step.run)?;
        key::of_step(step.run, number, step.position)
    }

    /// Says what stands where `step` should be written.
    fn taken(&self, step: &Step<'_>, key: i64) -> Result<(), StoreError> {
        match self.step_at(key)? {
            Some((name, status)) => conflict(format!(
                "{step} cannot be added: `{name}` stands at its position: {status}"
            )),
            None => conflict(format!("{step} cannot be added")),
        }
    }

    fn step_at(&self, key: i64) -> Result<Option<(String, String)>, StoreError> {
        self.query("SELECT name, status FROM steps WHERE key = ?1", &key)
    }

    fn execute(&self, sql: &str, values: impl rusqlite::Params) -> Result<usize, StoreError> {
        self.connection
            .prepare_cached(sql)
            .and_then(|mut statement| statement.execute(values))
            .map_err(failed("record what happened to a run"))
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
            .map_err(failed("look up a run"))
    }
}

impl std::fmt::Display for Step<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "step `{}` (position {}) of run `{}`",
            self.name, self.position, self.run
        )
    }
}

fn conflict<T>(message: String) -> Result<T, StoreError> {
    Err(StoreError::Conflict(message))
}
