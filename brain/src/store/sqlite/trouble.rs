//! Says in words what went wrong in the database, and what to do about it.

use std::fmt;

use rusqlite::ErrorCode;

use super::StoreError;

/// What to do about a place that cannot be used.
pub(super) const ELSEWHERE: &str = "set BRAIN_DATABASE_URL=sqlite://PATH to keep it elsewhere";
/// What to do about a damaged file.
pub(super) const RECOVER: &str = "`sqlite3 FILE .recover | sqlite3 NEW` saves what can be read; move the file away to begin anew";
/// What to do about a full disk.
pub(super) const MAKE_ROOM: &str = "make some room on the disk, a megabyte say; then `prune --older-than 30d` gives back what old runs take";
/// What to do about a file that is not the one that was opened.
pub(super) const AGAIN: &str =
    "start it again: what was stored before stays in the file that was there";

/// Makes a [`StoreError::Database`] of what SQLite says about `doing`.
pub(super) fn refused(doing: &'static str) -> impl FnOnce(rusqlite::Error) -> StoreError {
    move |error| StoreError::Database {
        doing,
        path: None,
        hint: hint(&error),
        source: Box::new(Reason(error)),
    }
}

/// Returns what to do about an error.
pub(super) fn hint(error: &rusqlite::Error) -> Option<&'static str> {
    match error.sqlite_error_code()? {
        ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase => Some(RECOVER),
        ErrorCode::DiskFull => Some(MAKE_ROOM),
        ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::SystemIoFailure => Some(ELSEWHERE),
        _ => None,
    }
}

/// What SQLite says, once: an error of `rusqlite` says it again as its own cause.
#[derive(Debug)]
pub(super) struct Reason(pub(super) rusqlite::Error);

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt) => f.write_str("the file is damaged: ")?,
            Some(ErrorCode::SystemIoFailure) => f.write_str("the disk failed: ")?,
            _ => {}
        }
        self.0.fmt(f)
    }
}

impl std::error::Error for Reason {}
