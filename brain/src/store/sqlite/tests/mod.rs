//! What is particular to the SQLite store.

mod figures;
mod file;
mod group;
mod plan;
mod retention;
mod schema;
mod score;

use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::*;
use crate::store::suite::store_suite;

/// Makes an empty store in a folder of its own.
fn empty_store() -> (SqliteStore, TempDir) {
    let (path, folder) = place();
    (SqliteStore::open(&path).unwrap(), folder)
}

/// Names a file that is not there, in a folder of its own.
fn place() -> (PathBuf, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    (folder.path().join("brain.db"), folder)
}

/// Names the log beside a store.
fn log_of(path: &Path) -> PathBuf {
    path.with_extension("db-wal")
}

/// Says an error with its causes.
fn chain(error: &StoreError) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}

mod suite {
    use super::*;
    store_suite!(empty_store);
}
