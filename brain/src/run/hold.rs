//! What closes a run whose future is dropped, or that cannot be stored any further.

use super::moment::Moment;
use crate::store::{Abandoned, NOT_STORED, RunId, Store};

/// Why a run ends whose future is dropped before its end.
const DROPPED: &str = "its process gave it up";

/// Holds a run while it lasts; if it is let go before the end of the run, the store is told.
pub(super) struct Hold<'a> {
    store: &'a dyn Store,
    run: RunId,
    moment: Moment,
    /// Why the run ends when this is dropped; `None` once it has ended.
    reason: Option<&'static str>,
}

impl<'a> Hold<'a> {
    /// Holds a run that begins or goes on at a moment.
    pub(super) fn new(store: &'a dyn Store, run: RunId, moment: Moment) -> Self {
        Self {
            store,
            run,
            moment,
            reason: Some(DROPPED),
        }
    }

    /// Lets go of a run that has ended.
    pub(super) fn ended(mut self) {
        self.reason = None;
    }

    /// Lets go of a run of which something could not be stored.
    pub(super) fn failed(mut self) {
        self.reason = Some(NOT_STORED);
    }
}

impl Drop for Hold<'_> {
    fn drop(&mut self) {
        if let Some(reason) = self.reason {
            self.store.abandon(Abandoned {
                run: self.run,
                since: self.moment.at,
                reason,
                at: self.moment.later(),
            });
        }
    }
}
