//! `show`: one run with its steps, also while it lasts.

mod follow;
mod page;

use std::io::IsTerminal as _;

use super::exit::Exit;
use super::zone::Zone;
use super::{json, print, secret};
use crate::error::{Error, ErrorKind};
use crate::store::sqlite::SqliteStore;
use crate::store::{MalformedReference, RunReference, RunRow, Store as _};

/// What `show` takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// The run: the last digits of its id, or `last`
    run: String,
    /// Wait for the end of a run that lasts, and show its steps as they end; on a terminal without being asked
    #[arg(long, short)]
    follow: bool,
    /// Show what there is of a run that lasts
    #[arg(long, conflicts_with = "follow")]
    no_follow: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    zone: Zone,
}

/// Shows a run, of any workflow or of `workflow`.
pub(super) fn show(workflow: Option<&str>, arguments: &Arguments) -> Result<Exit, Error> {
    let reference: RunReference = arguments
        .run
        .parse()
        .map_err(|error: MalformedReference| Error::new(ErrorKind::Usage, error.to_string()))?;
    let store = super::open_for_reading()?;
    super::block_on(async {
        let run = read(&store, &reference, workflow).await?;
        if !run.status.is_terminal() && arguments.follows() {
            return follow::follow(&store, run, arguments).await;
        }
        arguments.print(&run)?;
        Ok(Exit::Success)
    })
}

impl Arguments {
    fn follows(&self) -> bool {
        let is_watched = !self.json && std::io::stdout().is_terminal();
        self.follow || is_watched && !self.no_follow
    }

    fn print(&self, run: &RunRow) -> Result<(), Error> {
        if self.json {
            print::json(&json::run(run))
        } else {
            print::data(&page::whole(run, self.zone))
        }
    }
}

/// Reads a run, and masks what whoever stored it did not know as a secret.
async fn read(
    store: &SqliteStore,
    reference: &RunReference,
    workflow: Option<&str>,
) -> Result<RunRow, Error> {
    let mut run = store.run(reference, workflow).await?;
    secret::mask(&mut run);
    Ok(run)
}
