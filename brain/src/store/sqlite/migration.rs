//! Brings the schema of a store up to date.

use rusqlite::{Connection, Transaction, TransactionBehavior};

/// The schemas' steps in their order: the first makes version 1 of an empty database. One that was released never
/// changes again.
const MIGRATIONS: &[&str] = &[
    include_str!("migrations/0001_runs.sql"),
    include_str!("migrations/0002_memories.sql"),
    include_str!("migrations/0003_pruned.sql"),
    include_str!("migrations/0004_masked.sql"),
    include_str!("migrations/0005_transitions.sql"),
    include_str!("migrations/0006_large.sql"),
    include_str!("migrations/0007_receipts.sql"),
    include_str!("migrations/0008_triggers.sql"),
];

/// The version that this program writes.
#[expect(clippy::cast_possible_wrap, reason = "there are a few")]
pub(super) const LATEST: i64 = MIGRATIONS.len() as i64;

/// What tells our databases from others: `brai` in ASCII.
const APPLICATION_ID: i64 = 0x6272_6169;

/// What a database holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Schema {
    /// Nothing at all.
    Empty,
    /// A store of an earlier version.
    Older,
    /// A store of this version.
    Current,
    /// A store of a later version.
    Newer(i64),
    /// Something else.
    Foreign,
}

/// Tells what `connection` is connected to.
pub(super) fn examine(connection: &Connection) -> rusqlite::Result<Schema> {
    // One snapshot: another process may be making the store, and its tables must not be seen without their mark.
    let snapshot = connection.unchecked_transaction()?;
    let application = number(&snapshot, "PRAGMA application_id")?;
    let version = number(&snapshot, "PRAGMA user_version")?;
    Ok(match (application, version) {
        (APPLICATION_ID, LATEST) => Schema::Current,
        (APPLICATION_ID, later) if later > LATEST => Schema::Newer(later),
        (APPLICATION_ID, earlier) if earlier > 0 => Schema::Older,
        (0, 0) if number(&snapshot, "SELECT count(*) FROM sqlite_schema")? == 0 => Schema::Empty,
        _ => Schema::Foreign,
    })
}

/// Applies what is missing, each step a transaction. Several processes may do this at once.
pub(super) fn migrate(connection: &Connection) -> rusqlite::Result<()> {
    migrate_to(connection, LATEST)
}

/// Applies what is missing up to a version.
pub(super) fn migrate_to(connection: &Connection, latest: i64) -> rusqlite::Result<()> {
    for (version, sql) in (1..=latest).zip(MIGRATIONS) {
        // The lock is taken before the version is read, so that no other process applies the same step.
        let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
        if number(&transaction, "PRAGMA user_version")? < version {
            transaction.execute_batch(sql)?;
            transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
            transaction.pragma_update(None, "user_version", version)?;
            transaction.commit()?;
        }
    }
    Ok(())
}

/// Returns the version of the schema; it is read from the file each time.
pub(super) fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection
        .prepare_cached("PRAGMA user_version")?
        .query_row([], |row| row.get(0))
}

fn number(connection: &Connection, sql: &str) -> rusqlite::Result<i64> {
    connection.query_row(sql, [], |row| row.get(0))
}
