//! Where everything that happened is kept.
//!
//! In come [`Change`]s from the runner, each list one transaction, and memories from steps and the command line. Out go
//! rows: runs with their steps, the last success of a workflow, memories that fit a query. Nobody shows or acts on a
//! change before [`Store::record`] has returned: what is not in the store did not happen.
//!
//! [`Store`] is the trait; [`sqlite`] is the implementation in one file. The store knows nothing of workflows, steps'
//! kinds or templates: it keeps names, texts and JSON. It never prints and never decides.

mod abandoned;
mod admission;
mod change;
mod error;
mod id;
mod memory;
mod receipt;
mod retention;
mod row;
#[cfg(feature = "sqlite")]
pub mod sqlite;
mod status;
#[cfg(test)]
#[cfg(feature = "sqlite")]
mod suite;
mod tokens;
mod transition;
mod wake;

use std::fmt;

use async_trait::async_trait;
use tokio::net::unix::pipe;

use crate::clock::Timestamp;

pub use self::abandoned::Abandoned;
pub use self::admission::{Account, Admission, Fire, Pause, Waiting, Wish};
pub use self::change::{Change, EndedAttempt};
pub use self::error::StoreError;
pub use self::id::{MalformedReference, RunId, RunReference};
pub use self::memory::{Memory, MemoryQuery, NewMemory};
pub use self::receipt::ReceiptRow;
pub use self::retention::{Extent, Pruned, Retention};
pub use self::row::{AttemptRow, HistoryQuery, LastSuccess, RunRow, StepRow, Transition};
pub use self::status::{RunStatus, StepStatus};
pub use self::tokens::Tokens;
pub use self::wake::Wake;

/// Why a run ended whose process was killed: part of its error.
pub(crate) const DIED: &str = "the process that ran it died";
/// Why a run ended whose process lives but could not write to the store.
pub(crate) const NOT_STORED: &str = "its process could not store what happened";

/// Tells whether a run, by its error, ended in a way that nobody has wanted.
pub(crate) fn is_crash(error: &str) -> bool {
    error.contains(DIED) || error.contains(NOT_STORED)
}

/// How often in a row a run may end so before nothing resumes it by itself: often enough for a machine that fails twice
/// in a night, and soon enough when the run itself is what kills its process.
pub(crate) const CRASHES: usize = 3;

/// Keeps runs and memories.
#[async_trait]
pub trait Store: Send + Sync + fmt::Debug {
    /// Applies all `changes` in their order and makes them durable, or applies none of them.
    ///
    /// They happen even if the caller does not wait for the answer. An end that is earlier than its start, because the
    /// clock was set back, is stored as the moment of the start.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if a change does not fit what is there (a step of an unknown run, the end of a run that
    /// has already ended), [`StoreError`] if the store cannot be written.
    async fn record(&self, changes: Vec<Change>) -> Result<(), StoreError>;

    /// Returns the name under which this process runs things. From the first call on, others can tell that it lives, until
    /// the store is dropped or the process ends, however it does.
    ///
    /// # Errors
    /// [`StoreError`] if that cannot be made known.
    async fn owner(&self) -> Result<String, StoreError>;

    /// Closes runs whose owner is dead, as interrupted, or as cancelled if somebody asked for that; returns them.
    ///
    /// The step that was cut ends with its run. A run that has ended is never touched, and neither is one whose owner
    /// lives, be it stopped or asleep.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be read or written.
    async fn recover(&self, at: Timestamp) -> Result<Vec<RunId>, StoreError>;

    /// Closes a run that this process began and does not go on with, as [`recover`](Self::recover) closes those of others.
    ///
    /// It does not wait for that. If it cannot be done now, as on a full disk, the next call of `recover` does it.
    fn abandon(&self, run: Abandoned);

    /// Returns how often somebody asked for the end of `run` since it was started or resumed.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be read.
    async fn cancel_requests(&self, run: RunId) -> Result<u32, StoreError>;

    /// Begins to listen to others that share the store: they are heard once [`wake`](Self::wake) is called anywhere.
    ///
    /// # Errors
    /// [`StoreError`] if they cannot be listened to, as on some network folders.
    fn listen(&self) -> Result<Wake, StoreError>;

    /// Wakes all that listen, after a change was recorded that they must act upon.
    ///
    /// # Errors
    /// [`StoreError`] if they cannot be reached; the change stands all the same.
    fn wake(&self) -> Result<(), StoreError>;

    /// Returns those who have begun to follow `run` from other processes since this was last asked: what is written to them
    /// is read there. Nobody where that is not possible.
    ///
    /// Must be called on a tokio runtime with I/O.
    fn followers(&self, _run: RunId) -> Vec<pipe::Sender> {
        Vec::new()
    }

    /// Returns the run that `reference` names, of any workflow or of `workflow` only, with its steps and attempts.
    ///
    /// # Errors
    /// [`StoreError::NoSuchRun`] and [`StoreError::AmbiguousRun`], or a failure to read.
    async fn run(
        &self,
        reference: &RunReference,
        workflow: Option<&str>,
    ) -> Result<RunRow, StoreError>;

    /// Returns runs without their steps, newest first: in the order in which they were recorded, from the last one.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be read.
    async fn history(&self, query: &HistoryQuery) -> Result<Vec<RunRow>, StoreError>;

    /// Returns what models cost in each of these runs, in their order; nothing for a run without any, or that is not there.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be read.
    async fn tokens(&self, runs: &[RunId]) -> Result<Vec<Option<Tokens>>, StoreError> {
        let mut all = Vec::new();
        for id in runs {
            all.push(match self.run(&RunReference::from(*id), None).await {
                Ok(run) => Tokens::of(&run),
                Err(StoreError::NoSuchRun { .. }) => None,
                Err(error) => return Err(error),
            });
        }
        Ok(all)
    }

    /// Returns the outputs of the most recently created successful run of `workflow`, if there is one.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be read.
    async fn last_success(&self, workflow: &str) -> Result<Option<LastSuccess>, StoreError>;

    /// Removes the runs that `retention` does not keep, as far as `extent` says, and returns what went.
    ///
    /// A run that has not ended is never removed, nor is the last success of a workflow. If the caller no longer waits
    /// for the answer, it ends soon; what is removed by then is gone.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be read or written.
    async fn prune(&self, retention: &Retention, extent: Extent) -> Result<Pruned, StoreError>;

    /// Keeps a memory and returns it with its id.
    ///
    /// The same text in the same space is one memory: it keeps its id, and its time moves forward to the new one.
    ///
    /// # Errors
    /// [`StoreError::BlankMemory`] if there is no text, [`StoreError`] if the store cannot be written.
    async fn remember(&self, memory: NewMemory) -> Result<Memory, StoreError>;

    /// Returns the memories that fit `query`, best first.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be read.
    async fn recall(&self, query: &MemoryQuery) -> Result<Vec<Memory>, StoreError>;

    /// Keeps a receipt, whose place must be the next one in its chain.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if it is not, [`StoreError`] if the store cannot be written.
    async fn append_receipt(&self, receipt: ReceiptRow) -> Result<(), StoreError>;

    /// Returns the last receipt of a chain, if there is one.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be read.
    async fn last_receipt(
        &self,
        place: &str,
        chain: &str,
    ) -> Result<Option<ReceiptRow>, StoreError>;

    /// Returns all receipts of a work tree, chain by chain, each in its order.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be read.
    async fn receipts(&self, place: &str) -> Result<Vec<ReceiptRow>, StoreError>;

    /// Stores what becomes of `fires` of a trigger, all in one, and moves its account forward; with their outcomes in their
    /// order. None, and nothing is stored, if the account is not what `account` believes: somebody else took them.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be written.
    async fn admit(
        &self,
        place: (&str, &str),
        fires: Vec<Fire>,
        account: Option<Account>,
        at: Timestamp,
    ) -> Result<Option<Vec<Admission>>, StoreError>;

    /// Returns up to when the fires of a trigger with this definition are accounted for; none if there never was one.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be read.
    async fn accounted(
        &self,
        place: (&str, &str),
        definition: &str,
    ) -> Result<Option<Timestamp>, StoreError>;

    /// Returns the runs of all workflows that wait for their turn, in the order in which they were asked for.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be read.
    async fn waiting(&self) -> Result<Vec<Waiting>, StoreError>;

    /// Has a trigger, or all of a workflow, make no runs until [`unpause`](Self::unpause). One that is paused stays as it is.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be written.
    async fn pause(&self, pause: Pause) -> Result<(), StoreError>;

    /// Ends the pause of a trigger, or all pauses of a workflow; returns how many there were.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be written.
    async fn unpause(&self, workflow: &str, trigger: Option<&str>) -> Result<usize, StoreError>;

    /// Returns the pauses of a workflow: first that of all its triggers, if there is one.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be read.
    async fn pauses(&self, workflow: &str) -> Result<Vec<Pause>, StoreError>;
}
