//! Fires of triggers, in the transaction that the writer has opened.

use std::time::Duration;

use rusqlite::{Connection, OptionalExtension as _, Params, params};

use super::{StoreError, record, refused, runs};
use crate::clock::Timestamp;
use crate::store::{Account, Admission, Change, Fire, Pause, RunId, RunStatus, Waiting, Wish};

/// What was tried, for errors.
const DOING: &str = "record what a trigger did";

/// How long it is known at which times runs were made: longer than two processes can be apart by their clocks, or a
/// clock is set back by.
const CLAIMED: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// A trigger of a workflow.
pub(super) struct Of<'a> {
    pub(super) connection: &'a Connection,
    pub(super) workflow: &'a str,
    pub(super) trigger: &'a str,
}

/// Stores what becomes of `fires`; none if somebody else has accounted for them.
pub(super) fn admit(
    of: &Of<'_>,
    fires: &[Fire],
    account: Option<&Account>,
    at: Timestamp,
) -> Result<Option<Vec<Admission>>, StoreError> {
    if let Some(account) = account
        && !of.account(account)?
    {
        return Ok(None);
    }
    let admissions = fires.iter().map(|fire| of.admit(fire, at));
    admissions.collect::<Result<_, _>>().map(Some)
}

/// Returns up to when the fires of a trigger with this definition are accounted for.
pub(super) fn accounted(of: &Of<'_>, definition: &str) -> Result<Option<Timestamp>, StoreError> {
    first(
        of.connection,
        "SELECT until FROM accounts WHERE workflow = ?1 AND trigger = ?2 AND definition = ?3",
        params![of.workflow, of.trigger, definition],
        |row| row.get(0).map(Timestamp::from_microseconds),
    )
}

/// Returns the runs that wait for their turn, in the order in which they were asked for.
pub(super) fn waiting(connection: &Connection) -> Result<Vec<Waiting>, StoreError> {
    let found: Vec<(i64, Waiting)> = connection
        .prepare_cached(
            "SELECT number, reversed_id, workflow FROM runs WHERE status = 'queued' ORDER BY number",
        )
        .and_then(|mut statement| {
            statement
                .query_map([], |row| {
                    let waiting = Waiting {
                        run: runs::parsed(row, 1, RunId::from_reversed_digits)?,
                        workflow: row.get(2)?,
                        is_free: false,
                    };
                    Ok((row.get(0)?, waiting))
                })?
                .collect()
        })
        .map_err(refused(DOING))?;
    let waiting = found.into_iter().map(|(number, waiting)| {
        Ok(Waiting {
            is_free: before(connection, number)?.is_none(),
            ..waiting
        })
    });
    waiting.collect()
}

/// Returns the run that the one with this number has to wait for.
pub(super) fn before(connection: &Connection, number: i64) -> Result<Option<RunId>, StoreError> {
    first(
        connection,
        // Those that were asked for before it and wait as well, and all that go on.
        "SELECT other.reversed_id
         FROM runs AS mine JOIN turns AS turn ON turn.number = mine.number AND turn.beside = 0
           JOIN runs AS other ON other.workflow = mine.workflow
             AND (other.status = 'running' OR other.status = 'queued' AND other.number < mine.number)
           LEFT JOIN turns AS theirs ON theirs.number = other.number
         WHERE mine.number = ?1 AND theirs.key IS turn.key
         ORDER BY other.status DESC, other.number LIMIT 1",
        [number],
        |row| runs::parsed(row, 0, RunId::from_reversed_digits),
    )
}

/// Pauses triggers.
pub(super) fn pause(connection: &Connection, pause: &Pause) -> Result<(), StoreError> {
    execute(
        connection,
        "INSERT INTO pauses (workflow, trigger, at, reason) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT DO NOTHING",
        params![
            pause.workflow,
            pause.trigger.as_deref().unwrap_or_default(),
            pause.at.microseconds(),
            pause.reason
        ],
    )
    .map(drop)
}

/// Ends the pause of a trigger, or all pauses of a workflow; returns how many there were.
pub(super) fn unpause(
    connection: &Connection,
    workflow: &str,
    trigger: Option<&str>,
) -> Result<usize, StoreError> {
    execute(
        connection,
        "DELETE FROM pauses WHERE workflow = ?1 AND (?2 IS NULL OR trigger = ?2)",
        params![workflow, trigger],
    )
}

/// Returns the pauses of a workflow.
pub(super) fn pauses(connection: &Connection, workflow: &str) -> Result<Vec<Pause>, StoreError> {
    connection
        .prepare_cached(
            "SELECT trigger, at, reason FROM pauses WHERE workflow = ?1 ORDER BY trigger",
        )
        .and_then(|mut statement| {
            statement
                .query_map([workflow], |row| {
                    Ok(Pause {
                        workflow: workflow.to_owned(),
                        trigger: row
                            .get(0)
                            .map(|name: String| Some(name).filter(|n| !n.is_empty()))?,
                        at: Timestamp::from_microseconds(row.get(1)?),
                        reason: row.get(2)?,
                    })
                })?
                .collect()
        })
        .map_err(refused("look up which triggers are paused"))
}

impl Of<'_> {
    /// Moves the account forward, unless it is not what the caller believes.
    fn account(&self, account: &Account) -> Result<bool, StoreError> {
        if accounted(self, &account.definition)? != account.since {
            return Ok(false);
        }
        execute(
            self.connection,
            "INSERT INTO accounts (workflow, trigger, definition, until) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT DO UPDATE SET definition = ?3, until = ?4",
            params![
                self.workflow,
                self.trigger,
                account.definition,
                account.until.microseconds()
            ],
        )?;
        Ok(true)
    }

    fn admit(&self, fire: &Fire, at: Timestamp) -> Result<Admission, StoreError> {
        if let Wish::Nothing(reason) = &fire.wish {
            return self.skip(fire, reason.clone(), at);
        }
        if let Some(scheduled) = fire.scheduled
            && !self.claim(scheduled)?
        {
            return Ok(Admission::Taken);
        }
        if let Some(reason) = self.paused()? {
            return self.skip(fire, reason, at);
        }
        let others = self.others(fire.key.as_deref())?;
        let other = |wanted: Option<RunStatus>| {
            let mut others = others.iter();
            others.find(|(_, status)| wanted.is_none_or(|wanted| *status == wanted))
        };
        match fire.wish {
            Wish::Alone => {
                if let Some((run, _)) = other(None) {
                    let reason = format!("previous run active: {}", run.short());
                    return self.skip(fire, reason, at);
                }
            }
            Wish::Next => {
                if let Some((run, _)) = other(Some(RunStatus::Queued)) {
                    let reason = format!("a run waits already: {}", run.short());
                    return self.skip(fire, reason, at);
                }
            }
            Wish::Instead => self.end(&others, fire, at)?,
            Wish::Last | Wish::Beside | Wish::Nothing(_) => {}
        }
        self.queue(fire, at)
    }

    /// Tells whether nothing else has made a run for this time.
    fn claim(&self, scheduled: Timestamp) -> Result<bool, StoreError> {
        let old = scheduled.minus(CLAIMED).microseconds();
        execute(
            self.connection,
            "DELETE FROM claims WHERE workflow = ?1 AND scheduled < ?2",
            params![self.workflow, old],
        )?;
        let claimed = execute(
            self.connection,
            "INSERT INTO claims (workflow, scheduled) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
            params![self.workflow, scheduled.microseconds()],
        )?;
        Ok(claimed > 0)
    }

    /// Says why the trigger makes no run for now.
    fn paused(&self) -> Result<Option<String>, StoreError> {
        let reason = first(
            self.connection,
            "SELECT reason FROM pauses WHERE workflow = ?1 AND trigger IN ('', ?2) LIMIT 1",
            params![self.workflow, self.trigger],
            |row| row.get::<_, Option<String>>(0),
        )?;
        Ok(reason.map(|reason| match reason {
            Some(reason) => format!("paused: {reason}"),
            None => "paused".to_owned(),
        }))
    }

    /// Returns the runs that have not ended and that a fire with this key counts, those that go on first.
    fn others(&self, key: Option<&str>) -> Result<Vec<(RunId, RunStatus)>, StoreError> {
        self.connection
            .prepare_cached(
                "SELECT reversed_id, status FROM runs LEFT JOIN turns USING (number)
                 WHERE workflow = ?1 AND status IN ('queued', 'running') AND key IS ?2
                 ORDER BY status DESC, number",
            )
            .and_then(|mut statement| {
                statement
                    .query_map(params![self.workflow, key], |row| {
                        Ok((
                            runs::parsed(row, 0, RunId::from_reversed_digits)?,
                            runs::parsed(row, 1, str::parse)?,
                        ))
                    })?
                    .collect()
            })
            .map_err(refused(DOING))
    }

    /// Ends the others for a new run.
    fn end(
        &self,
        others: &[(RunId, RunStatus)],
        fire: &Fire,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let changes = others.iter().map(|&(run, status)| match status {
            RunStatus::Running => Change::CancelRequested { run },
            _ => Change::RunEnded {
                run,
                status: RunStatus::Cancelled,
                error: Some(format!("run {} came in its place", fire.run.short())),
                at,
            },
        });
        record::record(self.connection, &changes.collect::<Vec<_>>())
    }

    fn queue(&self, fire: &Fire, at: Timestamp) -> Result<Admission, StoreError> {
        let change = Change::RunQueued {
            run: fire.run,
            workflow: self.workflow.to_owned(),
            trigger: fire.trigger.clone(),
            at,
        };
        record::record(self.connection, &[change])?;
        execute(
            self.connection,
            "INSERT INTO turns (number, key, beside)
             SELECT number, ?2, ?3 FROM runs WHERE reversed_id = ?1",
            params![
                fire.run.reversed_digits(),
                fire.key,
                fire.wish == Wish::Beside
            ],
        )?;
        Ok(Admission::Queued)
    }

    fn skip(&self, fire: &Fire, reason: String, at: Timestamp) -> Result<Admission, StoreError> {
        let change = Change::RunSkipped {
            run: fire.run,
            workflow: self.workflow.to_owned(),
            trigger: fire.trigger.clone(),
            reason: reason.clone(),
            at,
        };
        record::record(self.connection, &[change])?;
        Ok(Admission::Skipped(reason))
    }
}

fn execute(connection: &Connection, sql: &str, values: impl Params) -> Result<usize, StoreError> {
    connection
        .prepare_cached(sql)
        .and_then(|mut statement| statement.execute(values))
        .map_err(refused(DOING))
}

fn first<T>(
    connection: &Connection,
    sql: &str,
    values: impl Params,
    read: impl FnOnce(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
) -> Result<Option<T>, StoreError> {
    connection
        .prepare_cached(sql)
        .and_then(|mut statement| statement.query_row(values, read).optional())
        .map_err(refused(DOING))
}
