//! Ending a run from outside of it.
//!
//! The request is stored, those who listen are woken, and the process that runs the run looks it up: the step that runs is
//! stopped, `on_failure` is not run, `always` is. A second request ends `always` as well.

use std::time::Duration;

use super::{Runner, dead};
use crate::error::{Error, ErrorKind};
use crate::store::{Change, RunId, RunReference, RunRow, RunStatus, StoreError};

/// How long a run that is cancelled is waited for: over the time that a command has to end by itself before it is killed.
const PATIENCE: Duration = Duration::from_secs(15);

impl Runner {
    /// Cancels a run, of any workflow or of `workflow` only, and returns it as it is stored after that.
    ///
    /// A run that waits for its turn, or whose process is dead, is cancelled at once. Of one that runs, the step that runs
    /// is stopped as by a signal, `always` is run, and a second call ends that too. It is waited for as long as a command may
    /// take to end; then the run is returned though it still runs.
    ///
    /// # Errors
    /// An error of kind [`Usage`](crate::ErrorKind::Usage) if there is no such run or it has ended, one of kind
    /// [`Store`](crate::ErrorKind::Store) if the store cannot be used.
    pub async fn cancel(
        &self,
        reference: &RunReference,
        workflow: Option<&str>,
    ) -> Result<RunRow, Error> {
        let store = &self.means.store;
        loop {
            let row = store.run(reference, workflow).await?;
            let requested = match row.status {
                RunStatus::Running => {
                    store
                        .record(vec![Change::CancelRequested { run: row.id }])
                        .await
                }
                RunStatus::Queued => store.record(vec![self.cancelled(row.id)]).await,
                ended => return Err(has_ended(row.id, ended)),
            };
            match requested {
                // It has changed since it was read.
                Err(StoreError::Conflict(_)) => {}
                Err(error) => return Err(error.into()),
                Ok(()) => return self.await_end(row.id).await,
            }
        }
    }

    fn cancelled(&self, run: RunId) -> Change {
        Change::RunEnded {
            run,
            status: RunStatus::Cancelled,
            error: Some("cancelled before its turn came".to_owned()),
            at: self.means.clock.now(),
        }
    }

    async fn await_end(&self, run: RunId) -> Result<RunRow, Error> {
        let store = &self.means.store;
        // Order: listens before it looks, so that no end is missed in between.
        let listening = store.listen();
        store.wake()?;
        // A dead process heeds nothing; its runs that are to be cancelled are so at once.
        dead::close(&**store, self.means.clock.now()).await?;
        let reference = RunReference::from(run);
        let mut row = store.run(&reference, None).await?;
        let Ok(mut wake) = listening else {
            return Ok(row);
        };
        let deadline = tokio::time::Instant::now() + PATIENCE;
        while !row.status.is_terminal() {
            let heard = tokio::time::timeout_at(deadline, wake.changed()).await;
            row = store.run(&reference, None).await?;
            if heard.is_err() {
                break;
            }
        }
        Ok(row)
    }
}

fn has_ended(run: RunId, status: RunStatus) -> Error {
    let message = format!("run `{}` has already ended: {status}", run.short());
    Error::new(ErrorKind::Usage, message)
}
