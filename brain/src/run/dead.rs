//! Runs whose process died: they are closed in the store, and what they left behind is ended.

use futures::future::join_all;

use crate::clock::Timestamp;
use crate::step::process::stop_left_over;
use crate::store::{RunId, Store, StoreError};

/// Closes the runs whose process died, and ends the processes and removes the private files that they left.
pub(crate) async fn close(store: &dyn Store, at: Timestamp) -> Result<Vec<RunId>, StoreError> {
    let closed = store.recover(at).await?;
    // All at once: each may take its time to end politely.
    join_all(closed.iter().map(|run| end_left_over(*run))).await;
    Ok(closed)
}

/// Ends what a run left that was closed before, for who goes on with it: whoever closed it may have died over it.
pub(super) async fn end_left_over(run: RunId) {
    stop_left_over(&run.to_string()).await;
}
