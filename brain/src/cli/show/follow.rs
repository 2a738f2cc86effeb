//! A run that is shown while it lasts: its steps on stdout as they end, and what they say until then on stderr.

use std::time::Duration;

use super::{Arguments, page, read};
use crate::cli::exit::Exit;
use crate::cli::print::{self, Reader};
use crate::cli::progress::{Screen, Tick};
use crate::cli::signal::Signals;
use crate::error::Error;
use crate::run::wire::Told;
use crate::store::sqlite::{Following, SqliteStore};
use crate::store::{RunId, RunReference, RunRow, StepStatus, Store as _};

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
    let mut voices = (!arguments.json).then(|| Voices::new(store, run.id));
    // Nothing is shown twice, so nothing that was shown needs to be taken back.
    if !arguments.json && print::piece(&page::head(&run, arguments.zone))? == Reader::Gone {
        return Ok(());
    }
    loop {
        // Order: the counter is read first, so that what is stored after it is found the next time.
        let version = store.version().await?;
        run = read(store, &reference, None).await?;
        if let Some(voices) = &mut voices {
            voices.end().await;
        }
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
            match &mut voices {
                Some(voices) => voices.show_for(INTERVAL).await,
                None => tokio::time::sleep(INTERVAL).await,
            }
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

/// What the steps of a run say while it is followed.
struct Voices<'s> {
    store: &'s SqliteStore,
    run: RunId,
    following: Option<Following>,
    screen: Screen,
}

impl<'s> Voices<'s> {
    fn new(store: &'s SqliteStore, run: RunId) -> Self {
        let mut voices = Self {
            store,
            run,
            following: None,
            screen: Screen::new(),
        };
        voices.begin();
        voices
    }

    /// Begins to follow. Where that is not possible, only the ends of steps are shown.
    fn begin(&mut self) {
        self.following = self.store.follow(self.run).ok();
        // Who cannot be woken looks when its next attempt begins.
        drop(self.store.wake());
    }

    /// Shows what is said for a time.
    async fn show_for(&mut self, time: Duration) {
        let end = tokio::time::Instant::now() + time;
        while let Some(following) = &mut self.following {
            let Ok(line) = tokio::time::timeout_at(end, following.next()).await else {
                return;
            };
            match line {
                Some(line) => self.show(&line),
                // Whoever ran it is gone; another process may go on with it.
                None => self.following = None,
            }
        }
        tokio::time::sleep_until(end).await;
        self.begin();
    }

    /// Shows what has been said until now, before what came of it is shown.
    async fn end(&mut self) {
        while let Some(following) = &mut self.following
            && let Ok(Some(line)) = tokio::time::timeout(Duration::ZERO, following.next()).await
        {
            self.show(&line);
        }
        self.screen.end_answer();
    }

    fn show(&mut self, line: &[u8]) {
        // Another version may say what this one does not know.
        if let Ok(told) = serde_json::from_slice::<Told<'_>>(line) {
            self.screen.show(Tick::told(told));
        }
    }
}
