//! What runs are made with.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::Listener;
use crate::clock::Clock;
use crate::store::Store;

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
}
