//! Opens connections: finds or makes the file, and refuses what is no store of ours.

use std::ffi::OsStr;
use std::fs::{DirBuilder, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::StoreError;
use super::migration::{self, Schema};

/// How long a writer waits for another process's transaction. A transaction takes milliseconds; a disk that hangs, or
/// a checkpoint after a large output, may take seconds, and giving up costs a run.
pub(super) const LOCK_TIMEOUT: Duration = Duration::from_secs(30);
/// How often the lock is tried at first: about as often as a commit on a fast disk takes.
const FIRST_PAUSE: Duration = Duration::from_micros(250);
/// How often it is tried after [`FIRST_PAUSES`]; SQLite's own 100 ms would be seen by people.
const PAUSE: Duration = Duration::from_millis(2);
/// How many times a short pause is taken: 5 ms together, after which the other one is no ordinary commit.
const FIRST_PAUSES: i32 = 20;
/// Prepared statements that a connection keeps; all there are, with room.
const STATEMENTS: usize = 48;

/// What a store is opened for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// To write and read: the file is made if it is not there.
    Write,
    /// To read: no file is made, and a store that is not there is an empty one.
    Read,
}

/// Why a file cannot be used as the store.
#[derive(Debug, thiserror::Error)]
enum Unusable {
    #[error("could not make the folder `{}`", .0.display())]
    Folder(PathBuf, #[source] io::Error),
    #[error("could not reach the file")]
    File(#[source] io::Error),
    #[error("it is a directory")]
    Directory,
    #[error("it is not a SQLite database")]
    NotADatabase,
    #[error("it is the database of another program")]
    Foreign,
    #[error("this user may not write to the file")]
    ReadOnly,
    #[error(
        "the file, or a `-wal` and `-shm` file beside it, cannot be opened: is its folder `{}` writable?",
        .0.display()
    )]
    CannotOpen(PathBuf),
    #[error("its file system has no write-ahead log for SQLite (a network folder?)")]
    NoWriteAheadLog,
    /// Without a cause: it is what the message says.
    #[error("{0}")]
    Database(rusqlite::Error),
}

impl From<rusqlite::Error> for Unusable {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error)
    }
}

/// Opens the store at `path`, which must be absolute, with the schema that this program knows.
///
/// Nothing is written if the file is there and up to date.
pub(super) fn open(path: &Path, access: Access) -> Result<Connection, StoreError> {
    let refused = |problem| StoreError::Open {
        path: path.to_owned(),
        source: Box::new(problem),
    };
    let connection = find(path, access).map_err(refused)?;
    let Some(mut connection) = connection else {
        return empty().map_err(|error| refused(error.into()));
    };
    match bring_up(&mut connection, access).map_err(|problem| refused(explain(path, problem)))? {
        Schema::Current => Ok(connection),
        Schema::Newer(found) => Err(StoreError::NewerSchema {
            path: path.to_owned(),
            found,
            known: migration::LATEST,
        }),
        Schema::Empty => empty().map_err(|error| refused(error.into())),
        Schema::Older | Schema::Foreign => Err(refused(Unusable::Foreign)),
    }
}

/// Opens the file, after making it if it may be made; `None` if it is not there and may not.
fn find(path: &Path, access: Access) -> Result<Option<Connection>, Unusable> {
    // First without asking whether it is there: nearly always it is, and each question costs a system call.
    if let Ok(connection) = connect(path)
        && !connection.is_readonly("main")?
    {
        return Ok(Some(connection));
    }
    match (path.metadata(), access) {
        (Ok(found), _) if found.is_dir() => Err(Unusable::Directory),
        // It may have been made since; if that was between SQLite's two attempts, the second of which is to open for
        // reading only, that is how it was opened.
        (Ok(_), _) => connect(path)
            .map(Some)
            .map_err(|error| explain(path, error.into())),
        (Err(missing), Access::Write) if missing.kind() == io::ErrorKind::NotFound => {
            create(path)?;
            connect(path)
                .map(Some)
                .map_err(|error| explain(path, error.into()))
        }
        (Err(missing), Access::Read) if missing.kind() == io::ErrorKind::NotFound => Ok(None),
        (Err(other), _) => Err(Unusable::File(other)),
    }
}

/// Makes an empty file that only its owner can read; SQLite gives the files beside it the same permissions.
fn create(path: &Path) -> Result<(), Unusable> {
    if let Some(folder) = path.parent() {
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(folder)
            .map_err(|error| Unusable::Folder(folder.to_owned(), error))?;
    }
    // Only ever a new file: closing a database file that SQLite has open in this process would drop its locks.
    let made = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path);
    match made {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(Unusable::File(error)),
        _ => Ok(()),
    }
}

/// Opens an existing file and sets what concerns this connection only; this reads nothing yet.
fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(path, flags)?;
    let mut since = Instant::now();
    connection.busy_handler(Some(move |attempt| {
        if attempt == 0 {
            since = Instant::now();
        }
        thread::sleep(if attempt < FIRST_PAUSES {
            FIRST_PAUSE
        } else {
            PAUSE
        });
        since.elapsed() < LOCK_TIMEOUT
    }))?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_FKEY, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(connection)
}

fn bring_up(connection: &mut Connection, access: Access) -> Result<Schema, Unusable> {
    let mut schema = migration::examine(connection)?;
    if access == Access::Write && connection.is_readonly("main")? {
        return Err(Unusable::ReadOnly);
    }
    if schema == Schema::Empty && access == Access::Write {
        set_up_file(connection)?;
    }
    if schema == Schema::Older || schema == Schema::Empty && access == Access::Write {
        migration::migrate(connection)?;
        schema = migration::examine(connection)?;
    }
    connection.execute_batch(SETTINGS)?;
    Ok(schema)
}

/// How long the log may stay, in bytes: 1 MiB, or 256 pages. The first process to open a store that nobody has open
/// reads the whole log, which must cost far less than a millisecond; the longer it is, the rarer the syncs that emptying
/// it takes.
const LOG_LIMIT: u64 = 1 << 20;

/// `FULL` syncs the log at each commit; without it a commit may be lost when the power fails. The other two are
/// [`LOG_LIMIT`]: a commit copies a log of that many pages into the database, after which it is begun anew, and one that
/// a large output has made longer is cut back then.
const SETTINGS: &str = "
    PRAGMA synchronous = FULL;
    PRAGMA wal_autocheckpoint = 256;
    PRAGMA journal_size_limit = 1048576;
";

/// Gets `connection` ready to be closed: if the log is long, the last connection that is closed empties it.
///
/// Otherwise it stays where it is, so that a short run does not pay for emptying it. It must not stay when it is long:
/// what was copied is forgotten with the last connection, so of processes that commit once, each would copy it all
/// again and append to it, and it would grow without end.
pub(super) fn before_close(connection: &Connection, path: &Path) {
    // Beside the file itself, if `path` is a link to it.
    let path = connection.path().map_or(path.as_os_str(), OsStr::new);
    let mut log = path.to_owned();
    log.push("-wal");
    if Path::new(&log)
        .metadata()
        .is_ok_and(|log| log.len() > LOG_LIMIT)
    {
        // If it fails, the next process to leave does it.
        drop(connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false));
    }
}

/// Sets what is kept in the file and can be chosen only while it is empty.
fn set_up_file(connection: &Connection) -> Result<(), Unusable> {
    // Free pages can be given back to the disk while others use the store; 0.1 % of the file goes to keeping track.
    connection.pragma_update(None, "auto_vacuum", "incremental")?;
    let deadline = Instant::now() + LOCK_TIMEOUT;
    loop {
        // SQLite does not call the busy handler here, if two processes make the store at the same time.
        let mode = connection
            .pragma_update_and_check(None, "journal_mode", "wal", |row| row.get::<_, String>(0));
        match mode {
            Ok(mode) if mode == "wal" => return Ok(()),
            Ok(_) => return Err(Unusable::NoWriteAheadLog),
            Err(error) if is_busy(&error) && Instant::now() < deadline => thread::sleep(PAUSE),
            Err(error) => return Err(error.into()),
        }
    }
}

/// Makes the store that stands for one that is not there.
fn empty() -> rusqlite::Result<Connection> {
    let mut connection = Connection::open_in_memory()?;
    migration::migrate(&mut connection)?;
    Ok(connection)
}

/// Tells whether another connection's lock was in the way.
pub(super) fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)
    )
}

/// Says in words what a code of SQLite means for a file that is being opened.
fn explain(path: &Path, problem: Unusable) -> Unusable {
    let Unusable::Database(error) = problem else {
        return problem;
    };
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => Unusable::NotADatabase,
        Some(ErrorCode::ReadOnly) => Unusable::ReadOnly,
        Some(ErrorCode::CannotOpen) => {
            let folder = path.parent().unwrap_or(path);
            Unusable::CannotOpen(folder.to_owned())
        }
        _ => Unusable::Database(error),
    }
}
