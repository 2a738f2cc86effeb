//! Where a thread gets its connection.

use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;

use super::connection::{self, Access};
use super::trouble::{AGAIN, refused};
use super::{StoreError, migration, recovery};

/// A store that was opened, and the connection that opening it has left over.
#[derive(Debug, Clone)]
pub(super) struct Opened {
    pub(super) path: PathBuf,
    pub(super) access: Access,
    /// Whether no run was going on then.
    pub(super) is_quiet: bool,
    /// What tells the file from one that is put in its place; none if there is no file.
    file: Option<Identity>,
    /// The thread that is needed first takes it, so a process that only writes, or only reads, opens one connection.
    spare: Arc<Mutex<Option<Connection>>>,
}

impl Opened {
    pub(super) fn new(path: PathBuf, access: Access) -> Result<Self, StoreError> {
        let first = connection::open(&path, access)?;
        // If it cannot be told, whoever reads or writes runs is told why.
        let is_quiet = recovery::is_needed(&first).is_ok_and(|is_needed| !is_needed);
        Ok(Self {
            // A file that is made between the two is one that this store does not use: it stands in for one.
            file: first.path().and_then(|_| Identity::of(&path)),
            path,
            access,
            is_quiet,
            spare: Arc::new(Mutex::new(Some(first))),
        })
    }
}

/// What tells a file from every other one that is there at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Identity {
    device: u64,
    number: u64,
}

impl Identity {
    /// Returns that of the file at `path`, if there is one.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let found = path.metadata().ok()?;
        Some(Self {
            device: found.dev(),
            number: found.ino(),
        })
    }
}

/// The file is not there any more, or another one is.
#[derive(Debug, thiserror::Error)]
enum Moved {
    #[error("it has been removed or moved since it was opened")]
    Gone,
    #[error("another file has been put in its place since it was opened")]
    Replaced,
}

/// The connection of one thread, opened when it is first asked for.
#[derive(Debug)]
pub(super) struct Source {
    opened: Opened,
    connection: Option<Connection>,
}

impl Source {
    pub(super) const fn new(opened: Opened) -> Self {
        Self {
            opened,
            connection: None,
        }
    }

    /// Returns the path of the file.
    pub(super) fn path(&self) -> &Path {
        &self.opened.path
    }

    /// Returns the connection. After a failure to open one, the next call tries again.
    ///
    /// # Errors
    /// If the file is not the one that was opened, in which case what is written would be lost with it, or if a later
    /// program has changed its schema meanwhile.
    pub(super) fn connection(&mut self) -> Result<&mut Connection, StoreError> {
        let path = self.opened.path.clone();
        let connection = self.connection_to_write()?;
        let version = migration::version(connection).map_err(refused("read the schema"))?;
        if version > migration::LATEST {
            return Err(StoreError::NewerSchema {
                path,
                found: version,
                known: migration::LATEST,
            });
        }
        Ok(connection)
    }

    /// Returns the connection to somebody who asks within a transaction whether the schema is still the one that this program
    /// knows: to ask here costs locks of its own.
    ///
    /// # Errors
    /// If the file is not the one that was opened.
    pub(super) fn connection_to_write(&mut self) -> Result<&mut Connection, StoreError> {
        self.find_again()?;
        self.get()
    }

    fn find_again(&self) -> Result<(), StoreError> {
        let Some(opened) = self.opened.file else {
            return Ok(());
        };
        let moved = match Identity::of(&self.opened.path) {
            Some(found) if found == opened => return Ok(()),
            Some(_) => Moved::Replaced,
            None => Moved::Gone,
        };
        Err(StoreError::Database {
            doing: "go on",
            path: Some(self.opened.path.clone()),
            source: Box::new(moved),
            hint: Some(AGAIN),
        })
    }

    fn get(&mut self) -> Result<&mut Connection, StoreError> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.open()?,
        };
        Ok(self.connection.insert(connection))
    }

    fn open(&self) -> Result<Connection, StoreError> {
        let spare = self
            .opened
            .spare
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        match spare {
            Some(connection) => Ok(connection),
            None => connection::open(&self.opened.path, self.opened.access),
        }
    }
}

impl Drop for Source {
    fn drop(&mut self) {
        if let Some(connection) = &self.connection {
            connection::before_close(connection, &self.opened.path);
        }
    }
}
