//! What runs are made with.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio_util::sync::CancellationToken;

use super::Listener;
use crate::clock::Clock;
use crate::store::{RunId, Store};
use crate::workflow::Trigger;

/// What all runs of a runner have in common.
#[derive(Clone)]
pub(super) struct Means {
    /// Where they are kept.
    pub(super) store: Arc<dyn Store>,
    /// What time it is.
    pub(super) clock: Arc<dyn Clock>,
    /// Who is told of each change.
    pub(super) listener: Option<Arc<dyn Listener>>,
    /// Interrupts them.
    pub(super) stop: CancellationToken,
    /// Interrupts them at once.
    pub(super) kill: CancellationToken,
    /// What fired for runs that wait, where the store has it without the secret that was in it.
    pub(super) unmasked: Unmasked,
}

/// Triggers as they fired, by the runs that wait for their turn.
#[derive(Clone, Default)]
pub(super) struct Unmasked(Arc<Mutex<HashMap<RunId, Trigger>>>);

impl Unmasked {
    /// Keeps what fired for a run.
    pub(super) fn keep(&self, run: RunId, trigger: Trigger) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.insert(run, trigger);
    }

    /// Takes what fired for a run whose turn has come.
    pub(super) fn take(&self, run: RunId) -> Option<Trigger> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.remove(&run)
    }
}
