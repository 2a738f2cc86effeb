//! What is particular to the SQLite store.

use tempfile::TempDir;

use super::*;
use crate::store::suite::store_suite;

/// Makes an empty store in a folder of its own.
fn empty_store() -> (SqliteStore, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("brain.db")).unwrap();
    (store, folder)
}

mod suite {
    use super::*;
    store_suite!(empty_store);
}
