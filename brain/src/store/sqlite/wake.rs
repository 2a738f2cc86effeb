//! The wake file: written to after a control change, and watched by those who must act upon one.
//!
//! Nobody polls. The system tells of the write within a millisecond or so; what has changed is then looked up in the
//! store, so a write too many does no harm, and of several in a row the last one is enough. A file that is removed or
//! replaced is watched anew. Only where the system watches nothing any more, because too much is watched already, the
//! file is looked at now and then.

use std::fs::{self, OpenOptions};
use std::io;
use std::mem::ManuallyDrop;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use notify::{Config, Event, RecommendedWatcher, RecursiveMode, Watcher as _};
use tokio::sync::watch;

use super::StoreError;
use super::source::Identity;
use crate::clock;
use crate::store::Wake;

/// What the file is called, after the name of the store.
const FILE: &str = "-wake";

/// How often the file is looked at where it cannot be watched: one system call or two, which nobody notices, and what
/// others have changed is still seen at once as far as people are concerned.
const LOOK: Duration = Duration::from_millis(100);

/// What is tried, for errors.
const DOING: &str = "watch the wake file of the store";

/// Watches the wake file of a store.
#[derive(Debug)]
pub(super) struct Watch {
    heard: watch::Receiver<()>,
    /// Watches until it is dropped.
    _ear: Arc<Ear>,
}

impl Watch {
    /// Begins to watch; the file is made if it is not there.
    pub(super) fn new(store: &Path) -> Result<Self, StoreError> {
        let (ear, heard) = Ear::new(store)?;
        ear.listen().map_err(super::failed(DOING))?;
        Ok(Self { heard, _ear: ear })
    }

    /// Returns one more that hears.
    pub(super) fn wake(&self) -> Wake {
        let mut heard = self.heard.clone();
        heard.mark_unchanged();
        Wake::new(heard)
    }
}

/// What hears of changes.
#[derive(Debug)]
struct Ear {
    path: PathBuf,
    tell: watch::Sender<()>,
    means: Mutex<Option<Means>>,
}

/// How they are heard of.
#[derive(Debug)]
enum Means {
    /// The system tells.
    Told {
        /// Watches until it is dropped.
        _watcher: RecommendedWatcher,
        /// The file that it watches, whatever it is called by now.
        watched: Option<Identity>,
    },
    /// Somebody looks, until this is dropped.
    Seen { _looks: Sender<()> },
}

impl Ear {
    fn new(store: &Path) -> Result<(Arc<Self>, watch::Receiver<()>), StoreError> {
        let (tell, heard) = watch::channel(());
        let path = path(store);
        open(&path).map_err(super::failed(DOING))?;
        let means = Mutex::new(None);
        Ok((Arc::new(Self { path, tell, means }), heard))
    }

    /// Begins to listen, or does so anew.
    fn listen(self: &Arc<Self>) -> io::Result<()> {
        let means = match self.watch() {
            Ok(means) => means,
            Err(error) => {
                let every = LOOK.as_millis();
                tracing::info!(
                    "the wake file of the store is looked at every {every} ms, as it could not be watched: {error}"
                );
                self.look()?
            }
        };
        let mut place = self.means.lock().unwrap_or_else(PoisonError::into_inner);
        *place = Some(means);
        Ok(())
    }

    fn watch(self: &Arc<Self>) -> notify::Result<Means> {
        open(&self.path).map_err(notify::Error::io)?;
        let ear = Arc::downgrade(self);
        let watcher = RecommendedWatcher::new(move |event| hear(&ear, &event), Config::default())?;
        // Where the system has room for no more threads it is made without the one that it works with, and panics when it is
        // used or dropped. This question alone has an answer then, and it is better never dropped.
        let mut watcher = ManuallyDrop::new(watcher);
        watcher.configure(Config::default())?;
        let mut watcher = ManuallyDrop::into_inner(watcher);
        watcher.watch(&self.path, RecursiveMode::NonRecursive)?;
        Ok(Means::Told {
            _watcher: watcher,
            // If it is another one already, the next event says so.
            watched: Identity::of(&self.path),
        })
    }

    fn look(self: &Arc<Self>) -> io::Result<Means> {
        let (looks, is_over) = mpsc::channel::<()>();
        let ear = Arc::downgrade(self);
        let mut before = fs::read(&self.path).ok();
        let look = move || {
            while is_over.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                let Some(ear) = ear.upgrade() else { break };
                let now = fs::read(&ear.path).ok();
                if now != before {
                    before = now;
                    ear.tell();
                }
            }
        };
        let thread = thread::Builder::new().name("brain-wake".to_owned());
        thread.spawn(look)?;
        Ok(Means::Seen { _looks: looks })
    }

    fn tell(&self) {
        // Nobody may be listening at the moment.
        self.tell.send(()).unwrap_or(());
    }

    /// Tells whether what is watched is not what others write to any more.
    fn is_deaf(&self) -> bool {
        let means = self.means.lock().unwrap_or_else(PoisonError::into_inner);
        match &*means {
            Some(Means::Told { watched, .. }) => *watched != Identity::of(&self.path),
            Some(Means::Seen { .. }) | None => false,
        }
    }
}

/// Takes notice of what befell the file.
fn hear(ear: &Weak<Ear>, event: &notify::Result<Event>) {
    // Whoever writes to it opens it first. An error is told as a change: whoever looks then finds out what there is.
    if event.as_ref().is_ok_and(|event| event.kind.is_access()) {
        return;
    }
    let Some(ear) = ear.upgrade() else {
        return;
    };
    ear.tell();
    if ear.is_deaf() {
        // Not on this thread, which is the one that has to answer.
        let again = move || {
            match ear.listen() {
                // Order: told after it is watched again, since it may have been written to in between.
                Ok(()) => ear.tell(),
                Err(error) => tracing::warn!("could not {DOING} any more: {error}"),
            }
        };
        let thread = thread::Builder::new().name("brain-wake".to_owned());
        if let Err(error) = thread.spawn(again) {
            tracing::warn!("could not {DOING} any more: {error}");
        }
    }
}

/// Wakes whoever watches the store at `store`.
pub(super) fn touch(store: &Path) -> Result<(), StoreError> {
    let path = path(store);
    // Something new each time, for those who look at it.
    let text = format!("{}\n", clock::new_id());
    open(&path)
        .and_then(|()| fs::write(&path, text))
        .map_err(super::failed("write the wake file of the store"))
}

/// Makes the file if it is not there.
fn open(path: &Path) -> io::Result<()> {
    OpenOptions::new()
        .append(true)
        .create(true)
        .mode(0o600)
        .open(path)
        .map(drop)
}

fn path(store: &Path) -> PathBuf {
    super::beside(store, FILE)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Far longer than it takes, however busy the machine is.
    const PATIENCE: Duration = Duration::from_secs(20);

    fn place() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let store = folder.path().join("brain.db");
        fs::write(&store, "").unwrap();
        (folder, store)
    }

    async fn hears(wake: &mut Wake) {
        let heard = tokio::time::timeout(PATIENCE, wake.changed()).await;
        heard.expect("it is heard");
    }

    /// Touches the file until that is heard: what was removed a moment ago is not watched anew yet.
    async fn hears_in_the_end(watch: &Watch, store: &Path) {
        let mut wake = watch.wake();
        let begun = std::time::Instant::now();
        loop {
            touch(store).unwrap();
            if tokio::time::timeout(LOOK, wake.changed()).await.is_ok() {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "it is never heard");
        }
    }

    /// Waits until everything that has happened until now is told.
    async fn settled(watch: &Watch) {
        let mut wake = watch.wake();
        while tokio::time::timeout(5 * LOOK, wake.changed()).await.is_ok() {}
    }

    #[tokio::test]
    async fn a_file_that_was_removed_or_replaced_is_watched_anew() {
        let (folder, store) = place();
        let watch = Watch::new(&store).unwrap();
        let file = path(&store);
        hears_in_the_end(&watch, &store).await;
        for _ in 0..3 {
            fs::remove_file(&file).unwrap();
            settled(&watch).await;
            assert!(file.exists());
            hears_in_the_end(&watch, &store).await;
            fs::rename(&file, folder.path().join("moved")).unwrap();
            settled(&watch).await;
            hears_in_the_end(&watch, &store).await;
            fs::write(folder.path().join("new"), "").unwrap();
            fs::rename(folder.path().join("new"), &file).unwrap();
            settled(&watch).await;
            hears_in_the_end(&watch, &store).await;
        }
    }

    #[tokio::test]
    async fn what_cannot_be_watched_is_looked_at() {
        let (_folder, store) = place();
        let (ear, heard) = Ear::new(&store).unwrap();
        let means = ear.look().unwrap();
        *ear.means.lock().unwrap() = Some(means);
        let watch = Watch { heard, _ear: ear };
        for _ in 0..3 {
            let mut wake = watch.wake();
            touch(&store).unwrap();
            hears(&mut wake).await;
            let mut wake = watch.wake();
            fs::remove_file(path(&store)).unwrap();
            hears(&mut wake).await;
        }
    }

    #[tokio::test]
    async fn nothing_is_heard_where_nobody_touches() {
        let (_folder, store) = place();
        let watch = Watch::new(&store).unwrap();
        let _other = Watch::new(&store).unwrap();
        let mut wake = watch.wake();
        let heard = tokio::time::timeout(2 * LOOK, wake.changed()).await;
        assert!(heard.is_err());
    }
}
