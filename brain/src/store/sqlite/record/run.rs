//! Changes of runs.

use rusqlite::params;
use serde_json::Value;

use super::{Change, Recorder, Running, StoreError, key, number};
use crate::clock::Timestamp;
use crate::store::sqlite::{admission, large};
use crate::store::transition::{self, RunEvent};
use crate::store::{RunId, RunStatus};

/// A run that is new, as its first change names it.
struct Made<'a> {
    run: RunId,
    workflow: &'a str,
    trigger: &'a Value,
    created_at: Timestamp,
}

impl Recorder<'_> {
    pub(super) fn apply_to_run(&mut self, change: &Change) -> Result<(), StoreError> {
        match change {
            Change::RunQueued {
                run,
                workflow,
                trigger,
                at,
            } => {
                let made = Made {
                    run: *run,
                    workflow,
                    trigger,
                    created_at: *at,
                };
                self.make(&made, RunEvent::Queue, *at, None).map(drop)
            }
            Change::RunSkipped {
                run,
                workflow,
                trigger,
                reason,
                at,
            } => {
                let made = Made {
                    run: *run,
                    workflow,
                    trigger,
                    created_at: *at,
                };
                let number = self.make(&made, RunEvent::Skip, *at, Some(reason))?;
                self.execute(
                    "UPDATE runs SET ended_at = max(created_at, ?2), error = ?3 WHERE number = ?1",
                    params![number, at.microseconds(), reason],
                )
            }
            Change::RunStarted {
                run,
                workflow,
                trigger,
                owner,
                last_run,
                created_at,
                started_at,
            } => {
                let made = Made {
                    run: *run,
                    workflow,
                    trigger,
                    created_at: *created_at,
                };
                self.start(&made, owner, *last_run, *started_at)
            }
            Change::CancelRequested { run } => self.request_cancel(*run),
            Change::RunResumed {
                run,
                owner,
                reason,
                anew,
                at,
            } => self.resume(*run, owner, (reason.as_deref(), *anew), *at),
            Change::RunEnded {
                run,
                status,
                error,
                at,
            } => self.end(*run, *status, error.as_deref(), *at),
            _ => Ok(()),
        }
    }

    /// Makes the row of a run, or takes that of a queued one, and brings it into its next state.
    fn make(
        &self,
        made: &Made<'_>,
        event: RunEvent,
        at: Timestamp,
        reason: Option<&str>,
    ) -> Result<i64, StoreError> {
        let found = self.find(made.run)?;
        let before = found.map(|(_, status)| status);
        let status = transition::of_run(made.run, before, event)?;
        let number = if let Some((number, _)) = found {
            if event == RunEvent::Start
                && let Some(other) = admission::before(self.connection, number)?
            {
                let (run, other) = (made.run, other.short());
                let message = format!("run `{run}` has to wait for run `{other}`");
                return Err(StoreError::Conflict(message));
            }
            self.execute(
                "UPDATE runs SET status = ?2 WHERE number = ?1",
                params![number, status.as_str()],
            )?;
            number
        } else {
            let (trigger, apart) = large::split(made.trigger);
            self.execute(
                // Not the number of a run that was removed and whose steps are still there.
                "INSERT INTO runs (number, reversed_id, workflow, status, created_at, trigger)
                 SELECT 1 + max(coalesce((SELECT max(number) FROM runs), 0),
                                coalesce((SELECT max(number) FROM pruned), 0)),
                        ?1, ?2, ?3, ?4, ?5",
                params![
                    made.run.reversed_digits(),
                    made.workflow,
                    status.as_str(),
                    made.created_at.microseconds(),
                    trigger,
                ],
            )?;
            let number = self.connection.last_insert_rowid();
            large::keep_of_trigger(self.connection, number, apart.as_deref())
                .map_err(super::refused("record what happened to a run"))?;
            number
        };
        self.note(number, status, at, reason)?;
        Ok(number)
    }

    fn start(
        &mut self,
        made: &Made<'_>,
        owner: &str,
        last_run: Option<RunId>,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let at = at.max(made.created_at);
        let number = self.make(made, RunEvent::Start, at, None)?;
        self.execute(
            "UPDATE runs SET owner = ?2, started_at = max(created_at, ?3) WHERE number = ?1",
            params![number, owner, at.microseconds()],
        )?;
        if let Some(last_run) = last_run {
            self.execute(
                "INSERT INTO run_details (number, last_run) VALUES (?1, ?2)",
                params![number, last_run.digits()],
            )?;
        }
        self.running = Some(Running {
            run: made.run,
            number,
            anew: None,
        });
        Ok(())
    }

    fn request_cancel(&mut self, run: RunId) -> Result<(), StoreError> {
        let number = self.running(run)?.number;
        self.execute(
            "INSERT INTO run_details (number, cancel_requests) VALUES (?1, 1)
             ON CONFLICT DO UPDATE SET cancel_requests = cancel_requests + 1",
            [number],
        )
    }

    fn resume(
        &mut self,
        run: RunId,
        owner: &str,
        (reason, anew): (Option<&str>, u32),
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let found = self.find(run)?;
        let before = found.map(|(_, status)| status);
        let status = transition::of_run(run, before, RunEvent::Resume)?;
        let number = number(run, found)?;
        self.execute(
            "UPDATE runs SET status = ?2, owner = ?3, ended_at = NULL, error = NULL WHERE number = ?1",
            params![number, status.as_str(), owner],
        )?;
        self.execute(
            "INSERT INTO run_details (number, anew) VALUES (?1, ?2)
             ON CONFLICT DO UPDATE SET anew = ?2, cancel_requests = 0",
            params![number, anew],
        )?;
        self.running = Some(Running {
            run,
            number,
            anew: Some(anew),
        });
        self.note(number, status, at, reason)
    }

    fn end(
        &mut self,
        run: RunId,
        status: RunStatus,
        error: Option<&str>,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let found = match self.running {
            Some(known) if known.run == run => Some((known.number, RunStatus::Running)),
            _ => self.find(run)?,
        };
        let before = found.map(|(_, status)| status);
        let status = transition::of_run(run, before, RunEvent::End(status))?;
        let number = number(run, found)?;
        let at = self.row(
            "UPDATE runs
             SET status = ?2, ended_at = max(coalesce(started_at, created_at), ?3), error = ?4
             WHERE number = ?1
             RETURNING ended_at",
            params![number, status.as_str(), at.microseconds(), error],
            |row| row.get(0).map(Timestamp::from_microseconds),
        )?;
        self.running = None;
        self.note(
            number,
            status,
            at.unwrap_or(Timestamp::from_microseconds(0)),
            error,
        )
    }

    /// Keeps the state that a run has come into.
    fn note(
        &self,
        number: i64,
        status: RunStatus,
        at: Timestamp,
        reason: Option<&str>,
    ) -> Result<(), StoreError> {
        self.execute(
            "INSERT INTO transitions (key, status, at, reason)
             SELECT 1 + coalesce((SELECT max(key) FROM transitions WHERE key >= ?1 AND key < ?2), ?1),
                    ?3, ?4, ?5",
            params![
                key::first(number),
                key::first(number + 1),
                status.as_str(),
                at.microseconds(),
                reason
            ],
        )
    }
}
