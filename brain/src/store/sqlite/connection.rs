//! Opens connections: finds or makes the file, and refuses what is no store of ours.

use std::ffi::{OsStr, OsString};
use std::fs::{DirBuilder, OpenOptions};
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::migration::{self, Schema};
use super::trouble::{self, ELSEWHERE, Reason};
use super::{StoreError, network};

/// How long a writer waits for another process's transaction. A transaction takes milliseconds; a disk that hangs, or
/// a checkpoint after a large output, may take seconds, and giving up costs a run.
pub(super) const LOCK_TIMEOUT: Duration = Duration::from_secs(30);
/// How often the lock is tried at first: about as often as a commit on a fast disk takes.
const FIRST_PAUSE: Duration = Duration::from_micros(250);
/// How often it is tried after [`FIRST_PAUSES`]; SQLite's own 100 ms would be seen by people.
const PAUSE: Duration = Duration::from_millis(2);
/// How many times a short pause is taken: 5 ms together, after which the other one is no ordinary commit.
const FIRST_PAUSES: i32 = 20;
/// The longest path that SQLite takes, in bytes.
const LONGEST_PATH: usize = 511;
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
    #[error("this user may not {what} `{}`", path.display())]
    NotPermitted { what: &'static str, path: PathBuf },
    #[error(
        "files beside it must be written, even to read it, and this user may not write to the folder `{}`",
        .0.display()
    )]
    FolderNotWritable(PathBuf),
    #[error("its path has {0} bytes, and SQLite takes {LONGEST_PATH}")]
    LongPath(usize),
    #[error(
        "it is on a network file system ({0}), where processes cannot share its write-ahead log"
    )]
    Network(String),
    #[error("it is neither a file nor a link to one")]
    NoFile,
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
    Database(Reason),
}

impl Unusable {
    /// Returns what to do about it.
    fn hint(&self) -> &'static str {
        match self {
            Self::Database(Reason(error)) => trouble::hint(error).unwrap_or(ELSEWHERE),
            _ => ELSEWHERE,
        }
    }
}

impl From<rusqlite::Error> for Unusable {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(Reason(error))
    }
}

/// Opens the store at `path`, which must be absolute, with the schema that this program knows.
///
/// Nothing is written if the file is there and up to date.
pub(super) fn open(path: &Path, access: Access) -> Result<Connection, StoreError> {
    let refused = |problem: Unusable| StoreError::Open {
        path: path.to_owned(),
        hint: Some(problem.hint()),
        source: Box::new(problem),
    };
    let connection = find(path, access).map_err(refused)?;
    let Some(connection) = connection else {
        return empty().map_err(|error| refused(error.into()));
    };
    match bring_up(&connection, access).map_err(|problem| refused(explain(path, problem)))? {
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
    let length = path.as_os_str().len();
    if length > LONGEST_PATH {
        return Err(Unusable::LongPath(length));
    }
    // First without asking whether it is there: nearly always it is, and each question costs a system call.
    if let Ok(connection) = connect(path)
        && !connection.is_readonly("main")?
    {
        refuse_network(path)?;
        return Ok(Some(connection));
    }
    match (path.metadata(), access) {
        (Ok(found), _) if found.is_dir() => Err(Unusable::Directory),
        (Ok(found), _) if !found.is_file() => Err(Unusable::NoFile),
        // It may have been made since; if that was between SQLite's two attempts, the second of which is to open for
        // reading only, that is how it was opened.
        (Ok(_), _) => {
            refuse_network(path)?;
            connect_to_archive(path, access)
                .unwrap_or_else(|| connect(path))
                .map(Some)
                .map_err(|error| explain(path, error.into()))
        }
        (Err(missing), Access::Write) if missing.kind() == io::ErrorKind::NotFound => {
            create(path)?;
            refuse_network(path)?;
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
    let path = &target(path);
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

/// Refuses a file system of several machines: what SQLite keeps in the memory that processes share is not seen from
/// another one, and the file would be damaged.
fn refuse_network(path: &Path) -> Result<(), Unusable> {
    match network::file_system(path) {
        Some(name) => Err(Unusable::Network(name)),
        None => Ok(()),
    }
}

/// Opens for reading what nobody can write to and nobody has written to: a copy in a folder that is kept, say. SQLite
/// otherwise needs to write files beside it even to read.
fn connect_to_archive(path: &Path, access: Access) -> Option<rusqlite::Result<Connection>> {
    let may = |path: &Path, what| rustix::fs::access(path, what).is_ok();
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let has_log = Path::new(&log).metadata().is_ok_and(|log| log.len() > 0);
    let is_archive = access == Access::Read
        && may(path, rustix::fs::Access::READ_OK)
        && !may(path.parent()?, rustix::fs::Access::WRITE_OK)
        && !has_log;
    if !is_archive {
        return None;
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_URI;
    let mut url = OsString::from("file:");
    for &byte in path.as_os_str().as_bytes() {
        match byte {
            b'/' | b'.' | b'_' | b'-' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => {
                url.push(OsStr::from_bytes(&[byte]));
            }
            other => url.push(format!("%{other:02X}")),
        }
    }
    url.push("?immutable=1");
    Some(Connection::open_with_flags(url, flags))
}

/// Returns what a link to nothing leads to; any other path as it is.
fn target(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    // As many as the system follows.
    for _ in 0..40 {
        let Ok(next) = path.read_link() else {
            break;
        };
        path = path
            .parent()
            .map_or(next.clone(), |folder| folder.join(&next));
    }
    path
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

fn bring_up(connection: &Connection, access: Access) -> Result<Schema, Unusable> {
    let mut schema = migration::examine(connection)?;
    if access == Access::Write && connection.is_readonly("main")? {
        return Err(Unusable::ReadOnly);
    }
    if schema == Schema::Empty && access == Access::Write {
        set_up_file(connection)?;
    }
    if access == Access::Write && schema != Schema::Foreign {
        keep_a_log(connection)?;
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
    keep_a_log(connection)
}

/// Makes the file one with a write-ahead log, if it is not: one that was restored from a dump, say.
fn keep_a_log(connection: &Connection) -> Result<(), Unusable> {
    let mode: String = connection.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
    if mode == "wal" {
        return Ok(());
    }
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
    let connection = Connection::open_in_memory()?;
    migration::migrate(&connection)?;
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
    let Unusable::Database(Reason(error)) = problem else {
        return problem;
    };
    let may = |path: &Path, what| rustix::fs::access(path, what).is_ok();
    let folder = path.parent().unwrap_or(path);
    let is_writable = may(folder, rustix::fs::Access::WRITE_OK);
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => Unusable::NotADatabase,
        Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen)
            if !may(path, rustix::fs::Access::READ_OK) =>
        {
            Unusable::NotPermitted {
                what: "read",
                path: path.to_owned(),
            }
        }
        Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen) if !is_writable => {
            Unusable::FolderNotWritable(folder.to_owned())
        }
        Some(ErrorCode::ReadOnly) => Unusable::ReadOnly,
        Some(ErrorCode::CannotOpen) => Unusable::CannotOpen(folder.to_owned()),
        _ => Unusable::Database(Reason(error)),
    }
}
