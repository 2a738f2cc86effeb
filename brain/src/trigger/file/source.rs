//! Makes fires of what has changed.

use std::collections::{BTreeMap, HashMap};
use std::convert::Infallible;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use tokio::sync::mpsc::unbounded_channel;

use super::ear::Heard;
use super::watch::{Said, watch};
use crate::store::{Fire, RunId, StoreError, Wish};
use crate::trigger::fire::{Gate, Place};
use crate::workflow::{FileChange, FileTrigger, Overlap, Per, Trigger};

/// How often it is looked whether a run that waits has begun, while changes wait for that: nobody tells of it when another
/// process starts it.
const LOOK: Duration = Duration::from_millis(100);

/// So many fires are stored at once, so that others who write do not wait for long.
const AT_ONCE: usize = 500;

/// A file trigger of a workflow.
#[derive(Clone)]
pub(in crate::trigger) struct Source {
    pub(in crate::trigger) place: Place,
    on: FileTrigger,
}

/// Ends the watch when it is dropped.
struct Stop(Sender<Heard>);

impl Drop for Stop {
    fn drop(&mut self) {
        // If nobody hears it, it has ended by itself.
        drop(self.0.send(Heard::Stop));
    }
}

/// What has changed and made no run yet, and the runs that wait.
#[derive(Default)]
struct Changes {
    held: BTreeMap<String, FileChange>,
    asked: HashMap<String, (RunId, FileChange)>,
}

impl Source {
    /// Makes one of a trigger; none if it is of another kind.
    pub(in crate::trigger) fn of(place: Place) -> Option<Self> {
        let on = place.on().file()?.clone();
        Some(Self { place, on })
    }
}

/// Fires whenever files change, for ever.
///
/// # Errors
/// The system does not tell of changes, or the store could not be written.
pub(in crate::trigger) async fn run(gate: &Gate, source: &Source) -> Result<Infallible, String> {
    let (tell, hear) = mpsc::channel();
    let (say, mut said) = unbounded_channel();
    let here = std::env::current_dir().map_err(|error| format!("where are we? {error}"))?;
    let stop = Stop(tell.clone());
    let on = source.on.clone();
    thread::Builder::new()
        .name("brain-files".to_owned())
        .spawn(move || watch(on, &here, (tell, &hear), &say))
        .map_err(|error| format!("no thread to watch files with: {error}"))?;
    let mut changes = Changes::default();
    loop {
        tokio::select! {
            said = said.recv() => match said {
                Some(Said::Begun(files)) => {
                    let (workflow, trigger) = source.place.names();
                    let path = source.on.path();
                    tracing::info!(workflow, trigger, path, files, "watching");
                }
                Some(Said::Changed(changed)) => changes.add(changed),
                Some(Said::Failed(reason)) => return Err(reason),
                None => return Err("the watch ended".to_owned()),
            },
            () = tokio::time::sleep(LOOK), if !changes.held.is_empty() => {}
        }
        let fired = changes.fire(gate, source).await;
        fired.map_err(|error| error.to_string())?;
        // It ends with this, not before.
        let _: &Stop = &stop;
    }
}

impl Changes {
    fn add(&mut self, changed: Vec<(String, FileChange)>) {
        for (path, change) in changed {
            let change = match (self.held.get(&path), change) {
                (Some(FileChange::Created), FileChange::Deleted) => {
                    self.held.remove(&path);
                    continue;
                }
                (Some(FileChange::Created), _) => FileChange::Created,
                (Some(FileChange::Deleted), FileChange::Created) => FileChange::Modified,
                (_, change) => change,
            };
            self.held.insert(path, change);
        }
    }

    async fn fire(&mut self, gate: &Gate, source: &Source) -> Result<(), StoreError> {
        if self.held.is_empty() {
            return Ok(());
        }
        let waits_for_one =
            source.place.on().overlap() == Overlap::QueueOne && source.place.on().key().is_none();
        let waiting = if waits_for_one {
            gate.store.waiting().await?
        } else {
            Vec::new()
        };
        let workflow = source.place.names().0;
        match source.on.run_of() {
            Per::Batch => {
                if waiting.iter().any(|one| one.workflow == workflow) {
                    // Its paths are known by now; what has changed since waits until it has begun.
                    return Ok(());
                }
                let paths: Vec<String> = self.held.keys().cloned().collect();
                let fire = source.place.fire(&Trigger::files(paths), None);
                gate.admit(&source.place, vec![fire], None).await?;
                self.held.clear();
            }
            Per::File => {
                self.asked
                    .retain(|_, (run, _)| waiting.iter().any(|one| one.run == *run));
                while !self.held.is_empty() {
                    self.fire_some(gate, source, waits_for_one).await?;
                }
            }
        }
        Ok(())
    }

    /// Stores a run for each of some paths. A run that waits already for the same change of the same path sees this one, too.
    async fn fire_some(
        &mut self,
        gate: &Gate,
        source: &Source,
        waits_for_one: bool,
    ) -> Result<(), StoreError> {
        let some = self.held.iter().take(AT_ONCE);
        let some: Vec<_> = some.map(|(path, change)| (path.clone(), *change)).collect();
        let mut fires: Vec<Fire> = Vec::new();
        for (path, change) in &some {
            let mut fire = source.place.fire(&Trigger::file(path, *change), None);
            if waits_for_one && fire.wish == Wish::Next {
                fire.wish = match self.asked.get(path) {
                    Some((run, asked)) if covers(*asked, *change) => {
                        Wish::Nothing(format!("a run waits already: {}", run.short()))
                    }
                    // Runs for other paths are no runs for this one.
                    _ => Wish::Last,
                };
            }
            fires.push(fire);
        }
        let runs: Vec<_> = fires
            .iter()
            .map(|fire| (fire.run, fire.wish.clone()))
            .collect();
        gate.admit(&source.place, fires, None).await?;
        for ((path, change), (run, wish)) in some.into_iter().zip(runs) {
            self.held.remove(&path);
            if wish == Wish::Last {
                self.asked.insert(path, (run, change));
            }
        }
        Ok(())
    }
}

/// Tells whether a run that was asked for by one change, and has not begun, is one for a later change as well.
fn covers(asked: FileChange, later: FileChange) -> bool {
    asked == later || asked == FileChange::Created && later == FileChange::Modified
}
