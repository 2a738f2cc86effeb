//! Changes of steps and attempts.

use rusqlite::params;

use super::{Change, Recorder, Running, StoreError, key};
use crate::store::sqlite::large;
use crate::store::transition::{self, StepEvent, StepPlace};
use crate::store::{EndedAttempt, RunId, StepStatus};

impl Recorder<'_> {
    pub(super) fn apply_to_step(&mut self, change: &Change) -> Result<(), StoreError> {
        match change {
            Change::StepStarted {
                run,
                position,
                name,
                kind,
                source,
                at,
            } => {
                let running = self.running(*run)?;
                let event = if running.begins_anew(*position) {
                    StepEvent::StartAnew
                } else {
                    StepEvent::Start
                };
                let (key, status) = self.begin(running, (*position, name), event)?;
                self.execute(
                    "INSERT INTO steps (key, name, kind, status, started_at, source)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                    params![key, name, kind, status.as_str(), at.microseconds(), source],
                )
            }
            Change::StepSkipped {
                run,
                position,
                name,
                kind,
                source,
                reason,
                at,
            } => {
                let running = self.running(*run)?;
                let event = if running.begins_anew(*position) {
                    StepEvent::SkipAnew
                } else {
                    StepEvent::Skip
                };
                let (key, status) = self.begin(running, (*position, name), event)?;
                self.execute(
                    "INSERT INTO steps (key, name, kind, status, ended_at, error, source)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                    params![
                        key,
                        name,
                        kind,
                        status.as_str(),
                        at.microseconds(),
                        reason,
                        source
                    ],
                )
            }
            Change::AttemptEnded {
                run,
                position,
                attempt,
            } => self.end_attempt(*run, *position, attempt),
            Change::StepEnded { .. } => self.end_step(change),
            _ => Ok(()),
        }
    }

    /// Makes room for a step that begins, and returns its key and the state it comes into.
    fn begin(
        &self,
        running: Running,
        (position, name): (u32, &str),
        event: StepEvent,
    ) -> Result<(i64, StepStatus), StoreError> {
        let key = key::of_step(running.run, running.number, position)?;
        let found = self.step_at(key)?;
        let place = running.step(position, name);
        let status = transition::of_step(place, standing(found.as_ref()), event)?;
        if found.is_some() {
            self.execute(
                "UPDATE attempts SET output = (SELECT output FROM steps WHERE key = ?1)
                 WHERE key = (SELECT max(key) FROM attempts WHERE key > ?1 AND key < ?2)
                   AND EXISTS (SELECT 1 FROM steps WHERE key = ?1 AND output IS NOT NULL)",
                params![key, key::next_step(key)],
            )?;
            large::hand_on(self.connection, [key, key::next_step(key)])
                .map_err(super::refused("record what happened to a run"))?;
            self.execute("DELETE FROM steps WHERE key = ?1", [key])?;
        }
        Ok((key, status))
    }

    fn end_attempt(
        &mut self,
        run: RunId,
        position: u32,
        attempt: &EndedAttempt,
    ) -> Result<(), StoreError> {
        let running = self.running(run)?;
        let step = key::of_step(run, running.number, position)?;
        let key = key::of_attempt(run, step, attempt.number)?;
        let found = self.step_at(step)?;
        let place = (run, position, attempt.number);
        transition::of_attempt(place, standing(found.as_ref()), attempt.status)?;
        let made = self
            .connection
            .prepare_cached(
                "INSERT INTO attempts (key, status, started_at, ended_at, error, record, output)
                 VALUES (?1, ?2, ?3, max(?3, ?4), ?5, ?6, ?7)
                 ON CONFLICT DO NOTHING",
            )
            .and_then(|mut statement| {
                statement.execute(params![
                    key,
                    attempt.status.as_str(),
                    attempt.started_at.microseconds(),
                    attempt.ended_at.microseconds(),
                    attempt.error,
                    attempt.record.to_string(),
                    large::in_row(attempt.output.as_deref()),
                ])
            })
            .and_then(|made| {
                if made == 1 {
                    large::keep(self.connection, key, attempt.output.as_deref())?;
                }
                Ok(made)
            })
            .map_err(super::refused("record what happened to a run"))?;
        match (made, found) {
            (0, Some((name, _))) => Err(StoreError::Conflict(format!(
                "attempt {} of step {position} of run `{run}`, `{name}`, is already recorded",
                attempt.number
            ))),
            _ => Ok(()),
        }
    }

    fn end_step(&mut self, change: &Change) -> Result<(), StoreError> {
        let Change::StepEnded {
            run,
            position,
            name,
            status,
            output,
            is_masked,
            error,
            at,
            ..
        } = change
        else {
            return Ok(());
        };
        let running = self.running(*run)?;
        let key = key::of_step(*run, running.number, *position)?;
        let found = self.step_at(key)?;
        let place = running.step(*position, name);
        let event = StepEvent::End(*status);
        let status = transition::of_step(place, standing(found.as_ref()), event)?;
        self.execute(
            "UPDATE steps
             SET status = ?2, ended_at = max(started_at, ?3), error = ?4, output = ?5, masked = ?6
             WHERE key = ?1",
            params![
                key,
                status.as_str(),
                at.microseconds(),
                error,
                large::in_row(output.as_deref()),
                is_masked
            ],
        )?;
        large::keep(self.connection, key, output.as_deref())
            .map_err(super::refused("record what happened to a run"))
    }

    fn step_at(&self, key: i64) -> Result<Option<(String, StepStatus)>, StoreError> {
        self.row(
            "SELECT name, status FROM steps WHERE key = ?1",
            [key],
            |row| Ok((row.get(0)?, super::super::runs::parsed(row, 1, str::parse)?)),
        )
    }
}

impl Running {
    fn begins_anew(&self, position: u32) -> bool {
        self.anew.is_some_and(|from| position >= from)
    }

    fn step<'a>(&self, position: u32, name: &'a str) -> StepPlace<'a> {
        StepPlace {
            run: self.run,
            position,
            name,
        }
    }
}

fn standing(found: Option<&(String, StepStatus)>) -> Option<(&str, StepStatus)> {
    found.map(|(name, status)| (name.as_str(), *status))
}
