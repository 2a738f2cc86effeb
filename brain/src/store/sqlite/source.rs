//! Where a thread gets its connection.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;

use super::StoreError;
use super::connection::{self, Access};

/// A store that was opened, and the connection that opening it has left over.
#[derive(Debug, Clone)]
pub(super) struct Opened {
    pub(super) path: PathBuf,
    pub(super) access: Access,
    /// The thread that is needed first takes it, so a process that only writes, or only reads, opens one connection.
    spare: Arc<Mutex<Option<Connection>>>,
}

impl Opened {
    pub(super) fn new(path: PathBuf, access: Access) -> Result<Self, StoreError> {
        let first = connection::open(&path, access)?;
        Ok(Self {
            path,
            access,
            spare: Arc::new(Mutex::new(Some(first))),
        })
    }
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
    pub(super) fn connection(&mut self) -> Result<&mut Connection, StoreError> {
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
