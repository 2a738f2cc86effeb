//! Finds the runs that go, oldest first, and removes their rows.

use rusqlite::{Connection, OptionalExtension as _, params};

use super::{Progress, Stage, Turn, bytes};
use crate::clock::Timestamp;
use crate::store::retention::Class;
use crate::store::{Pruned, Retention, RunStatus};

/// How many runs are looked at before it is asked again whether time is up: on a full disk, what a transaction removes
/// must fit into the log as it is.
const CHUNK: u32 = 16;

/// The next workflow in the order of the alphabet.
pub(in crate::store::sqlite) const NEXT_WORKFLOW: &str =
    "SELECT workflow FROM runs WHERE workflow > ?1 ORDER BY workflow LIMIT 1";
/// Runs of a workflow in a state, oldest first, from behind a number.
pub(in crate::store::sqlite) const CANDIDATES: &str = "
    SELECT number, coalesce(ended_at, started_at, created_at),
      octet_length(trigger) + coalesce(octet_length(error), 0), reversed_id
    FROM runs WHERE workflow = ?1 AND status = ?2 AND number > ?3 ORDER BY number LIMIT ?4";
const LAST_SUCCESS: &str = "
    SELECT number FROM runs WHERE workflow = ?1 AND status = 'success' ORDER BY number DESC LIMIT 1";
pub(in crate::store::sqlite) const NEEDED: &str = "
    SELECT 1 FROM run_details CROSS JOIN runs ON runs.number = run_details.number
    WHERE last_run = ?1 AND status NOT IN ('success', 'skipped')";
const HELD: &str = "
    SELECT (SELECT coalesce(sum(octet_length(output)), 0) + coalesce(sum(octet_length(error)), 0)
            FROM steps WHERE key >= ?1 << 32 AND key < (?1 + 1) << 32)
         + (SELECT coalesce(sum(octet_length(output)), 0) + coalesce(sum(octet_length(error)), 0)
                 + coalesce(sum(octet_length(record)), 0)
            FROM attempts WHERE key >= ?1 << 32 AND key < (?1 + 1) << 32)
         + (SELECT coalesce(sum(octet_length(content)), 0)
            FROM large WHERE key >= ?1 << 32 AND key < (?1 + 1) << 32)
         + coalesce((SELECT octet_length(content) FROM large WHERE key = -?1), 0)";

/// How far a walk goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Thoroughness {
    /// Up to runs that all stay. Behind those, more can go only if the clock was set back.
    UpToKept,
    /// To the last run.
    ToTheEnd,
}

/// A walk through all runs that may go.
pub(super) struct Marking<'a> {
    retention: &'a Retention,
    thoroughness: Thoroughness,
    /// The workflow that the walk has come to; before the first one it is empty.
    workflow: String,
    /// What of that workflow is still to be looked at, the next one last.
    rest: Vec<Walk>,
}

/// A walk through the runs of a workflow in one state.
#[derive(Debug, Clone, Copy)]
struct Walk {
    status: RunStatus,
    /// The number of the run looked at last.
    after: i64,
    /// Runs with a smaller number are too many.
    first_kept: i64,
    /// Runs that ended earlier are too old.
    ended_before: Option<Timestamp>,
    /// Runs that ended at this moment or later stay all the same.
    protected_from: Option<Timestamp>,
}

impl Walk {
    fn takes(&self, number: i64, ended: Timestamp) -> bool {
        let is_beyond =
            number < self.first_kept || self.ended_before.is_some_and(|before| ended < before);
        is_beyond && self.protected_from.is_none_or(|from| ended < from)
    }
}

impl<'a> Marking<'a> {
    pub(super) fn new(retention: &'a Retention, thoroughness: Thoroughness) -> Self {
        Self {
            retention,
            thoroughness,
            workflow: String::new(),
            rest: Vec::new(),
        }
    }

    /// Returns runs that go, each with how many bytes its row holds, maybe none; `None` after the last one.
    fn next(&mut self, connection: &Connection) -> rusqlite::Result<Option<Vec<(i64, u64)>>> {
        let Some(mut walk) = self.rest.pop() else {
            return self.go_on(connection);
        };
        // Asked anew each time: somebody else may have removed the one that was the last a moment ago.
        let last_success: Option<i64> = connection
            .prepare_cached(LAST_SUCCESS)?
            .query_row([&self.workflow], |row| row.get(0))
            .optional()?;
        let mut found = Vec::new();
        let mut seen = 0;
        let mut statement = connection.prepare_cached(CANDIDATES)?;
        let mut rows = statement.query(params![
            self.workflow,
            walk.status.as_str(),
            walk.after,
            CHUNK
        ])?;
        while let Some(row) = rows.next()? {
            seen += 1;
            walk.after = row.get(0)?;
            let ended = Timestamp::from_microseconds(row.get(1)?);
            if Some(walk.after) != last_success
                && walk.takes(walk.after, ended)
                && !is_needed(connection, row.get_ref(3)?.as_str()?)?
            {
                found.push((walk.after, bytes(row, 2)?));
            }
        }
        let goes_on = self.thoroughness == Thoroughness::ToTheEnd || !found.is_empty();
        if seen == CHUNK && goes_on {
            self.rest.push(walk);
        }
        Ok(Some(found))
    }

    /// Goes on to the next workflow.
    fn go_on(&mut self, connection: &Connection) -> rusqlite::Result<Option<Vec<(i64, u64)>>> {
        if !self.retention.has_bound() {
            return Ok(None);
        }
        match &self.retention.workflow {
            Some(only) if self.workflow == *only => return Ok(None),
            Some(only) => self.workflow.clone_from(only),
            None => {
                let next: Option<String> = connection
                    .prepare_cached(NEXT_WORKFLOW)?
                    .query_row([&self.workflow], |row| row.get(0))
                    .optional()?;
                match next {
                    None => return Ok(None),
                    Some(next) => self.workflow = next,
                }
            }
        }
        self.rest = walks(connection, self.retention, &self.workflow)?;
        Ok(Some(Vec::new()))
    }
}

impl Stage for Marking<'_> {
    /// Removes the rows of runs until there is none left that goes or time is up.
    fn turn(
        &mut self,
        connection: &Connection,
        turn: &Turn,
    ) -> rusqlite::Result<(Pruned, Progress)> {
        let mut pruned = Pruned::default();
        while let Some(found) = self.next(connection)? {
            for (number, held) in found {
                let mut delete = connection.prepare_cached("DELETE FROM runs WHERE number = ?1")?;
                delete.execute([number])?;
                pruned.runs += 1;
                pruned.bytes += held;
            }
            if turn.is_over() {
                return Ok((pruned, Progress::Unfinished));
            }
        }
        Ok((pruned, Progress::Finished))
    }

    fn undone(&mut self) {
        *self = Self::new(self.retention, self.thoroughness);
    }
}

/// Tells whether the outputs of a run are read by one that has not succeeded: if that is resumed, it reads them again.
fn is_needed(connection: &Connection, reversed_id: &str) -> rusqlite::Result<bool> {
    let digits: String = reversed_id.chars().rev().collect();
    connection.prepare_cached(NEEDED)?.exists([digits])
}

/// Counts the runs that would go, and what they hold.
pub(super) fn count(connection: &Connection, retention: &Retention) -> rusqlite::Result<Pruned> {
    let mut marking = Marking::new(retention, Thoroughness::ToTheEnd);
    let mut pruned = Pruned::default();
    let mut numbers = Vec::new();
    while let Some(found) = marking.next(connection)? {
        for (number, of_run) in found {
            numbers.push(number);
            pruned.bytes += of_run;
        }
    }
    // In the order in which they lie in the file, or each page would be read again for each workflow.
    numbers.sort_unstable();
    let mut held = connection.prepare_cached(HELD)?;
    for number in numbers {
        pruned.runs += 1;
        pruned.bytes += held.query_row([number], |row| bytes(row, 0))?;
    }
    Ok(pruned)
}

/// Returns the walks through the runs of a workflow, one for each state in which a run can go.
fn walks(
    connection: &Connection,
    retention: &Retention,
    workflow: &str,
) -> rusqlite::Result<Vec<Walk>> {
    let (of_done, of_skipped) = match retention.runs {
        None => (i64::MIN, i64::MIN),
        Some(runs) => (
            first_kept(connection, workflow, runs, |class| class != Class::Skipped)?,
            first_kept(connection, workflow, runs, |class| class == Class::Skipped)?,
        ),
    };
    let walks = RunStatus::ALL.iter().filter_map(|&status| {
        let class = Class::of(status)?;
        Some(Walk {
            status,
            after: i64::MIN,
            first_kept: match class {
                Class::Skipped => of_skipped,
                Class::Success | Class::Failure => of_done,
            },
            ended_before: retention.ended_before,
            protected_from: match class {
                Class::Failure => retention.failures_before,
                Class::Success | Class::Skipped => None,
            },
        })
    });
    Ok(walks.collect())
}

/// Returns the number of the oldest of the newest `runs` runs of `workflow`: all before it are too many.
fn first_kept(
    connection: &Connection,
    workflow: &str,
    runs: u32,
    counts: impl Fn(Class) -> bool,
) -> rusqlite::Result<i64> {
    if runs == 0 {
        return Ok(i64::MAX);
    }
    // Each part is in the order of its index, and the database merges them: no more is read than is counted.
    let parts: Vec<String> = RunStatus::ALL
        .iter()
        .filter(|&&status| Class::of(status).is_some_and(&counts))
        .map(|status| {
            format!("SELECT number FROM runs WHERE workflow = ?1 AND status = '{status}'")
        })
        .collect();
    let sql = format!(
        "{} ORDER BY 1 DESC LIMIT 1 OFFSET ?2",
        parts.join(" UNION ALL ")
    );
    let found: Option<i64> = connection
        .prepare_cached(&sql)?
        .query_row(params![workflow, runs - 1], |row| row.get(0))
        .optional()?;
    Ok(found.unwrap_or(i64::MIN))
}
