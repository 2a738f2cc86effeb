//! How processes that share a store hear of each other.

use tokio::sync::watch;

/// Hears that somebody changed what others must act upon: a run is to be cancelled, or waits for its turn.
#[derive(Debug, Clone)]
pub struct Wake {
    heard: watch::Receiver<()>,
}

impl Wake {
    /// Makes one that hears what is sent.
    pub fn new(heard: watch::Receiver<()>) -> Self {
        Self { heard }
    }

    /// Waits until something has changed since it was last asked. It may have been anything, of any run.
    pub async fn changed(&mut self) {
        if self.heard.changed().await.is_err() {
            // Nobody is there who could say something.
            std::future::pending::<()>().await;
        }
    }
}
