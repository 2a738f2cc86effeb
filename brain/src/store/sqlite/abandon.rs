//! Closes runs that this process gave up.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rusqlite::Connection;

use super::writer::{Verdict, Write};
use super::{StoreError, recovery, wake};
use crate::store::Abandoned;

/// Runs of this process that are still to be closed.
#[derive(Debug, Clone, Default)]
pub(super) struct List(Arc<Mutex<Vec<Abandoned>>>);

impl List {
    /// Adds one.
    pub(super) fn add(&self, run: Abandoned) {
        self.get().push(run);
    }

    /// Tells whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.get().is_empty()
    }

    fn get(&self) -> MutexGuard<'_, Vec<Abandoned>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The write that closes them. What it closes stays in the list until that is committed, so that whatever fails is tried
/// again.
pub(super) struct Close {
    list: List,
    store: PathBuf,
    /// What was closed, if all of it went well.
    result: Result<Vec<Abandoned>, StoreError>,
}

impl Close {
    pub(super) fn new(list: List, store: PathBuf) -> Self {
        Self {
            list,
            store,
            result: Ok(Vec::new()),
        }
    }
}

impl Write for Close {
    fn apply(&mut self, connection: &Connection) -> Verdict {
        let runs = self.list.get().clone();
        let closed = runs
            .iter()
            .try_for_each(|run| recovery::close(connection, run));
        self.result = closed.map(|()| runs);
        match self.result {
            Ok(_) => Verdict::Accepted,
            Err(_) => Verdict::Refused,
        }
    }

    fn answer(self: Box<Self>) {
        match self.result {
            Ok(closed) => {
                self.list.get().retain(|run| !closed.contains(run));
                // Who has cancelled one may wait for its end; that is stored, whether or not it can be told.
                drop(wake::touch(&self.store));
            }
            Err(error) => warn(&error),
        }
    }

    fn fail(self: Box<Self>, error: StoreError) {
        warn(&error);
    }
}

fn warn(error: &StoreError) {
    tracing::warn!("a run that was given up stays `running` for now: {error}");
}
