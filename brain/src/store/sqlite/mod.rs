//! The store in one SQLite file.
//!
//! In come the calls of [`Store`]; out go transactions to a file that any number of processes share. One thread writes
//! (`writer`: whatever waits is committed together, synced once), another one reads (`reader`); each has its own
//! connection and is started when it is first needed, and the callers, which are asynchronous, wait for its answer
//! without blocking. A write whose caller has gone away still happens. Dropping the store finishes what was queued.
//!
//! The file has a write-ahead log (`-wal`, and `-shm` for sharing it), which is copied into the database whenever it has
//! become long, and else stays when the last process leaves. Every write begins with the write lock (`BEGIN IMMEDIATE`), so nothing ends in
//! "database is locked" halfway; see `connection` for how long it waits. `migration` makes and updates the schema.
//! Nothing here decides what a run does next, and nothing here asks what time it is.

mod abandon;
mod admission;
mod connection;
mod follower;
mod key;
mod large;
mod location;
mod memory;
mod migration;
mod network;
mod owner;
mod prune;
mod reader;
mod receipt;
mod record;
mod recovery;
mod runs;
mod source;
#[cfg(test)]
mod tests;
mod tokens;
mod trouble;
mod wake;
mod words;
mod worker;
mod writer;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use rusqlite::Connection;
use tokio::net::unix::pipe;

use self::connection::Access;
#[cfg(feature = "cli")]
pub(crate) use self::follower::Following;
pub use self::location::default_location;
use self::owner::Owner;
use self::reader::Read;
use self::source::{Opened, Source};
use self::trouble::refused;
use self::wake::Watch;
use self::worker::Worker;
use self::writer::{Pending, Write};
use super::{
    Abandoned, Account, Admission, Change, Extent, Fire, HistoryQuery, LastSuccess, Memory,
    MemoryQuery, NewMemory, Pause, Pruned, ReceiptRow, Retention, RunId, RunReference, RunRow,
    Store, StoreError, Tokens, Waiting, Wake,
};
use crate::clock::Timestamp;

/// Keeps runs and memories in a SQLite file.
pub struct SqliteStore {
    // Order: the reader is dropped first. The writer, if there is one, knows best whether the log has become long.
    reader: Mutex<Option<Worker<Read>>>,
    writer: Mutex<Option<Worker<Box<dyn Write>>>>,
    // Order: the owner is dropped after the writer. What is queued belongs to runs that it owns.
    owner: Mutex<Option<Owner>>,
    watch: Mutex<Option<Watch>>,
    abandoned: abandon::List,
    /// Whether nothing ran when the store was opened, and nobody has looked since.
    is_quiet: AtomicBool,
    opened: Opened,
}

impl SqliteStore {
    /// Opens the store at `path`; makes the file, for its owner only, and its folder if they are not there.
    ///
    /// It may block for as long as another process updates the schema.
    ///
    /// # Errors
    /// [`StoreError::Open`] if the file cannot be made, read and written or is no store, [`StoreError::NewerSchema`] if
    /// a later version of brain wrote it.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Self::open_for(path, Access::Write)
    }

    /// Opens the store at `path` for reading; where there is none, an empty one stands in and no file is made.
    ///
    /// A store of an earlier version is brought up to date, which needs permission to write.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn open_for_reading(path: &Path) -> Result<Self, StoreError> {
        Self::open_for(path, Access::Read)
    }

    fn open_for(path: &Path, access: Access) -> Result<Self, StoreError> {
        // A path from the root is never mistaken for one of SQLite's special names, `:memory:` and `file:..`.
        let path = std::path::absolute(path).map_err(|error| StoreError::Open {
            path: path.to_owned(),
            source: Box::new(error),
            hint: Some(trouble::ELSEWHERE),
        })?;
        let opened = Opened::new(path, access)?;
        Ok(Self {
            reader: Mutex::new(None),
            writer: Mutex::new(None),
            owner: Mutex::new(None),
            watch: Mutex::new(None),
            abandoned: abandon::List::default(),
            is_quiet: AtomicBool::new(opened.is_quiet),
            opened,
        })
    }

    /// Tells whether no run was going on when the store was opened.
    #[cfg(feature = "cli")]
    pub(crate) fn was_quiet(&self) -> bool {
        self.opened.is_quiet
    }

    /// Returns the path of the file, from the root.
    pub fn path(&self) -> &Path {
        &self.opened.path
    }

    /// Begins to follow a run: what its steps say while they run can be read, from the next time that somebody
    /// [wakes](Store::wake) those who share the store.
    ///
    /// # Errors
    /// The system's error if there can be nothing to read from.
    #[cfg(feature = "cli")]
    pub(crate) fn follow(&self, run: RunId) -> std::io::Result<Following> {
        Following::new(self.path(), run)
    }

    /// Returns a number that is another one once somebody else has changed the store since it was asked for last.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be read.
    pub async fn version(&self) -> Result<i64, StoreError> {
        self.read(|connection| {
            let version = connection.query_row("PRAGMA data_version", [], |row| row.get(0));
            version.map_err(refused("ask whether the store has changed"))
        })
        .await
    }

    async fn write<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: Fn(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        self.may_write()?;
        let (write, answered) = Pending::new(work);
        self.submit_write(Box::new(write))?;
        let result = answered.await.map_err(failed("write")).flatten();
        result.map_err(|error| error.at(self.path()))
    }

    fn submit_write(&self, write: Box<dyn Write>) -> Result<(), StoreError> {
        self.submit(&self.writer, "brain-writer", write, |source, queue| {
            writer::run(source, &queue);
        })
    }

    /// Queues the write that closes what this process gave up.
    fn close_abandoned(&self) -> Result<(), StoreError> {
        let close = abandon::Close::new(self.abandoned.clone(), self.path().to_owned());
        self.submit_write(Box::new(close))
    }

    async fn read<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&mut Connection) -> Result<T, StoreError> + Send + 'static,
    {
        let (read, answered) = reader::pending(work);
        self.submit(&self.reader, "brain-reader", read, |source, queue| {
            reader::run(source, &queue);
        })?;
        let result = answered.await.map_err(failed("read")).flatten();
        result.map_err(|error| error.at(self.path()))
    }

    fn may_write(&self) -> Result<(), StoreError> {
        match self.opened.access {
            Access::Write => Ok(()),
            Access::Read => {
                let refused = failed("write")("the store was opened for reading");
                Err(refused.at(self.path()))
            }
        }
    }

    async fn prune_whole(&self, retention: Retention) -> Result<Pruned, StoreError> {
        self.may_write()?;
        let answered = prune::whole(self.opened.clone(), retention)?;
        let result = answered.await.map_err(failed("remove runs")).flatten();
        result.map_err(|error| error.at(self.path()))
    }

    /// Queues `request` for the thread in `place`, which is started if it is not there yet.
    fn submit<R: Send + 'static>(
        &self,
        place: &Mutex<Option<Worker<R>>>,
        name: &str,
        request: R,
        work: fn(Source, std::sync::mpsc::Receiver<R>),
    ) -> Result<(), StoreError> {
        let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
        if place.is_none() {
            let source = Source::new(self.opened.clone());
            let started = Worker::start(name, move |queue| work(source, queue));
            *place = Some(started.map_err(failed("start a thread for the store"))?);
        }
        if let Some(worker) = &*place {
            worker.submit(request);
        }
        Ok(())
    }
}

impl fmt::Debug for SqliteStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteStore")
            .field("path", &self.opened.path)
            .finish_non_exhaustive()
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn record(&self, changes: Vec<Change>) -> Result<(), StoreError> {
        self.write(move |connection| record::record(connection, &changes))
            .await
    }

    async fn owner(&self) -> Result<String, StoreError> {
        self.may_write()?;
        let mut place = self.owner.lock().unwrap_or_else(PoisonError::into_inner);
        if place.is_none() {
            let owner = Owner::new(self.path());
            *place = Some(owner.map_err(failed("lock a file beside the store"))?);
        }
        Ok(place
            .as_ref()
            .map_or_else(String::new, |owner| owner.id().to_owned()))
    }

    async fn recover(&self, at: Timestamp) -> Result<Vec<RunId>, StoreError> {
        if !self.abandoned.is_empty() {
            // Order: before what is done for others, so that whoever waits for that sees it as well.
            self.close_abandoned()?;
        }
        // Opening has looked already; whoever asks again wants to know what has happened since.
        if self.is_quiet.swap(false, Ordering::Relaxed) {
            return Ok(Vec::new());
        }
        let path = self.path().to_owned();
        self.write(move |connection| recovery::recover(connection, &path, at))
            .await
    }

    fn abandon(&self, run: Abandoned) {
        self.abandoned.add(run);
        // What cannot be queued is found by `recover`.
        if let Err(error) = self.close_abandoned() {
            tracing::warn!("could not close a run that was given up: {error}");
        }
    }

    async fn cancel_requests(&self, run: RunId) -> Result<u32, StoreError> {
        self.read(move |connection| runs::cancel_requests(connection, run))
            .await
    }

    fn listen(&self) -> Result<Wake, StoreError> {
        let mut place = self.watch.lock().unwrap_or_else(PoisonError::into_inner);
        let watch = match place.take() {
            Some(watch) => watch,
            None => Watch::new(self.path())?,
        };
        Ok(place.insert(watch).wake())
    }

    fn wake(&self) -> Result<(), StoreError> {
        wake::touch(self.path())
    }

    fn followers(&self, run: RunId) -> Vec<pipe::Sender> {
        follower::called(self.path(), run)
    }

    async fn run(
        &self,
        reference: &RunReference,
        workflow: Option<&str>,
    ) -> Result<RunRow, StoreError> {
        let reference = reference.clone();
        let workflow = workflow.map(str::to_owned);
        self.read(move |connection| runs::run(connection, &reference, workflow.as_deref()))
            .await
    }

    async fn history(&self, query: &HistoryQuery) -> Result<Vec<RunRow>, StoreError> {
        let query = query.clone();
        self.read(move |connection| runs::history(connection, &query))
            .await
    }

    async fn tokens(&self, runs: &[RunId]) -> Result<Vec<Option<Tokens>>, StoreError> {
        let runs = runs.to_vec();
        self.read(move |connection| tokens::tokens(connection, &runs))
            .await
    }

    async fn last_success(&self, workflow: &str) -> Result<Option<LastSuccess>, StoreError> {
        let workflow = workflow.to_owned();
        self.read(move |connection| runs::last_success(connection, &workflow))
            .await
    }

    async fn prune(&self, retention: &Retention, extent: Extent) -> Result<Pruned, StoreError> {
        let retention = retention.clone();
        match extent {
            Extent::Preview => {
                self.read(move |connection| prune::preview(connection, &retention))
                    .await
            }
            Extent::Brief => {
                self.write(move |connection| prune::brief(connection, &retention))
                    .await
            }
            Extent::Whole => self.prune_whole(retention).await,
        }
    }

    async fn remember(&self, memory: NewMemory) -> Result<Memory, StoreError> {
        self.write(move |connection| memory::remember(connection, &memory))
            .await
    }

    async fn recall(&self, query: &MemoryQuery) -> Result<Vec<Memory>, StoreError> {
        let query = query.clone();
        self.read(move |connection| memory::recall(connection, &query))
            .await
    }

    async fn append_receipt(&self, receipt: ReceiptRow) -> Result<(), StoreError> {
        self.write(move |connection| receipt::append(connection, &receipt))
            .await
    }

    async fn last_receipt(
        &self,
        place: &str,
        chain: &str,
    ) -> Result<Option<ReceiptRow>, StoreError> {
        let (place, chain) = (place.to_owned(), chain.to_owned());
        self.read(move |connection| receipt::last(connection, &place, &chain))
            .await
    }

    async fn receipts(&self, place: &str) -> Result<Vec<ReceiptRow>, StoreError> {
        let place = place.to_owned();
        self.read(move |connection| receipt::of_place(connection, &place))
            .await
    }

    async fn admit(
        &self,
        (workflow, trigger): (&str, &str),
        fires: Vec<Fire>,
        account: Option<Account>,
        at: Timestamp,
    ) -> Result<Option<Vec<Admission>>, StoreError> {
        let (workflow, trigger) = (workflow.to_owned(), trigger.to_owned());
        self.write(move |connection| {
            let of = admission::Of {
                connection,
                workflow: &workflow,
                trigger: &trigger,
            };
            admission::admit(&of, &fires, account.as_ref(), at)
        })
        .await
    }

    async fn accounted(
        &self,
        (workflow, trigger): (&str, &str),
        definition: &str,
    ) -> Result<Option<Timestamp>, StoreError> {
        let [workflow, trigger, definition] = [workflow, trigger, definition].map(str::to_owned);
        self.read(move |connection| {
            let of = admission::Of {
                connection,
                workflow: &workflow,
                trigger: &trigger,
            };
            admission::accounted(&of, &definition)
        })
        .await
    }

    async fn waiting(&self) -> Result<Vec<Waiting>, StoreError> {
        self.read(|connection| admission::waiting(connection)).await
    }

    async fn pause(&self, pause: Pause) -> Result<(), StoreError> {
        self.write(move |connection| admission::pause(connection, &pause))
            .await
    }

    async fn unpause(&self, workflow: &str, trigger: Option<&str>) -> Result<usize, StoreError> {
        let (workflow, trigger) = (workflow.to_owned(), trigger.map(str::to_owned));
        self.write(move |connection| admission::unpause(connection, &workflow, trigger.as_deref()))
            .await
    }

    async fn pauses(&self, workflow: &str) -> Result<Vec<Pause>, StoreError> {
        let workflow = workflow.to_owned();
        self.read(move |connection| admission::pauses(connection, &workflow))
            .await
    }
}

/// Names a file beside the store; beside the file itself, if `store` is a link to it.
fn beside(store: &Path, ending: &str) -> PathBuf {
    let mut name = store
        .canonicalize()
        .unwrap_or_else(|_| store.to_owned())
        .into_os_string();
    name.push(ending);
    name.into()
}

/// Makes a [`StoreError::Database`] of whatever went wrong while `doing`, which reads well after "could not".
fn failed<E>(doing: &'static str) -> impl FnOnce(E) -> StoreError
where
    E: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    move |error| StoreError::Database {
        doing,
        path: None,
        source: error.into(),
        hint: None,
    }
}
