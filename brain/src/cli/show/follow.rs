//! A run that is shown while it lasts.

use std::time::Duration;

use super::{Arguments, page, read};
use crate::cli::exit::Exit;
use crate::cli::print::{self, Reader};
use crate::cli::signal::Signals;
use crate::error::Error;
use crate::store::sqlite::SqliteStore;
use crate::store::{RunReference, RunRow, StepStatus};

/// How often the counter of the store's changes is read: within the time in which a person takes something for prompt,
/// and some microseconds each.
const INTERVAL: Duration = Duration::from_millis(200);

/// After how many looks without a change it is asked whether the owner of the run has died, which nobody else may notice.
const LOOKS: u32 = 5;

/// Shows the steps of a run as they end, and its end. A signal ends the showing and leaves the run alone.
pub(super) async fn follow(
    store: &SqliteStore,
    run: RunRow,
    arguments: &Arguments,
) -> Result<Exit, Error> {
    let mut signals = Signals::listen()?;
    tokio::select! {
        biased;
        () = signals.next() => Ok(Exit::Interrupted),
        shown = until_its_end(store, run, arguments) => shown.map(|()| Exit::Success),
    }
}

async fn until_its_end(
    store: &SqliteStore,
    mut run: RunRow,
    arguments: &Arguments,
) -> Result<(), Error> {
    let reference = RunReference::from(run.id);
    let mut shown = 0;
    // Nothing is shown twice, so nothing that was shown needs to be taken back.
    if !arguments.json && print::piece(&page::head(&run, arguments.zone))? == Reader::Gone {
        return Ok(());
    }
    loop {
        // Order: the counter is read first, so that what is stored after it is found the next time.
        let version = store.version().await?;
        run = read(store, &reference, None).await?;
        if !arguments.json {
            let ended = run.steps.iter().skip(shown);
            let ended = ended.take_while(|step| step.status != StepStatus::Running);
            for step in ended {
                shown += 1;
                if print::piece(&page::step(step))? == Reader::Gone {
                    return Ok(());
                }
            }
        }
        if run.status.is_terminal() {
            break;
        }
        let mut quiet = 0;
        while store.version().await? == version {
            tokio::time::sleep(INTERVAL).await;
            quiet += 1;
            if quiet % LOOKS == 0 {
                crate::cli::recover(store.path()).await;
            }
        }
    }
    if arguments.json {
        arguments.print(&run)
    } else {
        print::data(&page::end(&run))
    }
}
