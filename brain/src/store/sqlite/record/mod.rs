//! Applies what happened to runs, inside the transaction that the writer has opened.
//!
//! For each change it is looked up what is there, `transition` says whether the change can befall that, and what then
//! becomes of it. Changes of runs are in [`run`], those of steps and attempts in [`step`].

mod run;
mod step;

use rusqlite::{Connection, OptionalExtension as _, Params, Row};

use super::{Change, StoreError, key, refused};
use crate::store::transition::{self, RunEvent};
use crate::store::{RunId, RunStatus};

/// Applies `changes` in their order; after an error the caller undoes the others.
pub(super) fn record(connection: &Connection, changes: &[Change]) -> Result<(), StoreError> {
    let mut recorder = Recorder {
        connection,
        running: None,
    };
    changes.iter().try_for_each(|change| recorder.apply(change))
}

struct Recorder<'c> {
    connection: &'c Connection,
    /// The run that the change before was about, if it runs: most lists are about one run.
    running: Option<Running>,
}

/// A run that is being executed.
#[derive(Clone, Copy)]
struct Running {
    run: RunId,
    number: i64,
    /// From this position on, steps may begin anew.
    anew: Option<u32>,
}

impl Recorder<'_> {
    fn apply(&mut self, change: &Change) -> Result<(), StoreError> {
        match change {
            Change::RunQueued { .. }
            | Change::RunSkipped { .. }
            | Change::RunStarted { .. }
            | Change::CancelRequested { .. }
            | Change::RunResumed { .. }
            | Change::RunEnded { .. } => self.apply_to_run(change),
            Change::StepStarted { .. }
            | Change::StepSkipped { .. }
            | Change::AttemptEnded { .. }
            | Change::StepEnded { .. } => self.apply_to_step(change),
        }
    }

    /// Returns `run`, which must be running.
    fn running(&mut self, run: RunId) -> Result<Running, StoreError> {
        if let Some(known) = self.running
            && known.run == run
        {
            return Ok(known);
        }
        let found = self.find(run)?;
        let before = found.map(|(_, status)| status);
        transition::of_run(run, before, RunEvent::Touch)?;
        let number = number(run, found)?;
        let anew = self.row(
            "SELECT anew FROM run_details WHERE number = ?1",
            [number],
            |row| row.get(0),
        )?;
        Ok(*self.running.insert(Running {
            run,
            number,
            anew: anew.flatten(),
        }))
    }

    /// Looks up the number and the state of a run.
    fn find(&self, run: RunId) -> Result<Option<(i64, RunStatus)>, StoreError> {
        self.row(
            "SELECT number, status FROM runs WHERE reversed_id = ?1",
            [run.reversed_digits()],
            |row| Ok((row.get(0)?, super::runs::parsed(row, 1, str::parse)?)),
        )
    }

    fn execute(&self, sql: &str, values: impl Params) -> Result<(), StoreError> {
        self.connection
            .prepare_cached(sql)
            .and_then(|mut statement| statement.execute(values))
            .map(drop)
            .map_err(refused("record what happened to a run"))
    }

    fn row<T>(
        &self,
        sql: &str,
        values: impl Params,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, StoreError> {
        self.connection
            .prepare_cached(sql)
            .and_then(|mut statement| statement.query_row(values, read).optional())
            .map_err(refused("look up a run"))
    }
}

/// Returns the number of a run that was found.
fn number(run: RunId, found: Option<(i64, RunStatus)>) -> Result<i64, StoreError> {
    found
        .map(|(number, _)| number)
        .ok_or_else(|| StoreError::Conflict(format!("run `{run}` is not recorded")))
}
