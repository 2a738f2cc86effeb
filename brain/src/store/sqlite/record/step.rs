//! Changes of steps and attempts.

use std::fmt;

use rusqlite::params;

use super::{End, Recorder, StoreError, conflict, key};
use crate::clock::Timestamp;
use crate::store::{EndedAttempt, RunId, StepStatus};

/// A step as the changes name it.
pub(super) struct Step<'a> {
    pub(super) run: RunId,
    pub(super) position: u32,
    pub(super) name: &'a str,
    pub(super) kind: &'a str,
}

impl Recorder<'_> {
    pub(super) fn start_step(&mut self, step: &Step<'_>, at: Timestamp) -> Result<(), StoreError> {
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

    pub(super) fn end_attempt(
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

    pub(super) fn end_step(
        &mut self,
        step: &Step<'_>,
        end: &End<'_, StepStatus>,
        (output, is_masked): (Option<&str>, bool),
    ) -> Result<(), StoreError> {
        let key = self.key(step)?;
        let (status, at) = (end.status.as_str(), end.at.microseconds());
        match end.status {
            StepStatus::Running => {
                return conflict(format!("{step} cannot end as `running`"));
            }
            StepStatus::Skipped => {
                let made = self.execute(
                    "INSERT INTO steps (key, name, kind, status, ended_at, error, output, masked)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                     ON CONFLICT DO NOTHING",
                    params![
                        key, step.name, step.kind, status, at, end.error, output, is_masked
                    ],
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
             SET status = ?3, ended_at = max(started_at, ?4), error = ?5, output = ?6, masked = ?7
             WHERE key = ?1 AND name = ?2 AND status = 'running'",
            params![key, step.name, status, at, end.error, output, is_masked],
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
}

impl fmt::Display for Step<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "step `{}` (position {}) of run `{}`",
            self.name, self.position, self.run
        )
    }
}
