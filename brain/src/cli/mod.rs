//! The command lines: that of every workflow executable, and that of `brain`.
//!
//! In come the arguments of the process; out go data on stdout, talk on stderr, and an exit code. Each command has a
//! file of its own and calls the library like any other user of it. This is the only folder that prints, reads
//! arguments, or takes signals.

mod brain;
mod cancel;
mod check;
mod column;
mod completions;
mod cron;
mod dry_run;
mod env_file;
mod exit;
mod graph;
mod history;
mod json;
mod log;
#[cfg(feature = "mcp")]
mod mcp;
mod next;
mod pause;
mod print;
mod progress;
mod prune;
mod recall;
mod remember;
mod resume;
mod run;
mod secret;
mod serve;
mod show;
mod signal;
mod span;
mod trigger;
#[cfg(feature = "verify")]
mod verify;
mod which;
mod workflow;
mod zone;

use std::path::Path;

pub use self::brain::brain;
pub use self::workflow::main;

use crate::clock::{Clock as _, SystemClock};
use crate::error::{Error, ErrorKind};
use crate::run::dead;
use crate::store::sqlite::{SqliteStore, default_location};
use crate::store::{MalformedReference, RunReference};

/// Opens the store to write to it.
fn open() -> Result<SqliteStore, Error> {
    Ok(SqliteStore::open(&default_location()?)?)
}

/// Opens the store to read it; one that is not there yet is empty.
///
/// Runs whose process died are closed first, so that none is shown as running that is not.
fn open_for_reading() -> Result<SqliteStore, Error> {
    let path = default_location()?;
    let store = SqliteStore::open_for_reading(&path)?;
    if !store.was_quiet() {
        block_on(async {
            recover(&path).await;
            Ok(())
        })?;
    }
    Ok(store)
}

/// Closes the runs whose process died and ends what they left, if this process may.
async fn recover(path: &Path) {
    // Who may not write sees what is stored; nothing that was asked for is lost by that.
    if let Ok(store) = SqliteStore::open(path)
        && let Err(error) = dead::close(&store, SystemClock.now()).await
    {
        tracing::warn!("could not close the runs of dead processes: {error}");
    }
}

/// Reads how a person names a run.
fn reference(text: &str) -> Result<RunReference, Error> {
    let read = text.parse();
    read.map_err(|error: MalformedReference| Error::new(ErrorKind::Usage, error.to_string()))
}

/// Runs a command to its end.
fn block_on<T>(command: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    // One thread: a command waits for one thing at a time, and threads to hand work to would cost a millisecond.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| {
            Error::new(ErrorKind::System, "could not start the runtime").with_source(error)
        })?;
    let result = runtime.block_on(command);
    // Closures that never return have threads of their own, and nothing waits for those.
    runtime.shutdown_background();
    result
}
