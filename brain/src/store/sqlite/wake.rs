//! The wake file: written to after a control change, and watched by those who must act upon one.
//!
//! Nobody polls. The system tells of the write within a millisecond or so; what has changed is then looked up in the
//! store, so a write too many does no harm, and of several in a row the last one is enough.

use std::fs::{self, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use notify::{Config, RecommendedWatcher, RecursiveMode, Watcher as _};
use tokio::sync::watch;

use super::StoreError;
use crate::store::Wake;

/// What the file is called, after the name of the store.
const FILE: &str = "-wake";

/// Watches the wake file of a store.
#[derive(Debug)]
pub(super) struct Watch {
    heard: watch::Receiver<()>,
    /// Watches until it is dropped.
    _watcher: RecommendedWatcher,
}

impl Watch {
    /// Begins to watch; the file is made if it is not there.
    pub(super) fn new(store: &Path) -> Result<Self, StoreError> {
        let path = path(store);
        let (tell, heard) = watch::channel(());
        let watched = open(&path)
            .map(drop)
            .map_err(notify::Error::io)
            .and_then(|()| {
                // An error is told as a change: whoever looks then finds out what there is.
                let handler = move |_| {
                    // Nobody may be listening at the moment.
                    tell.send(()).unwrap_or(());
                };
                let mut watcher = RecommendedWatcher::new(handler, Config::default())?;
                watcher.watch(&path, RecursiveMode::NonRecursive)?;
                Ok(watcher)
            });
        Ok(Self {
            heard,
            _watcher: watched.map_err(super::failed("watch the wake file of the store"))?,
        })
    }

    /// Returns one more that hears.
    pub(super) fn wake(&self) -> Wake {
        let mut heard = self.heard.clone();
        heard.mark_unchanged();
        Wake::new(heard)
    }
}

/// Wakes whoever watches the store at `store`.
pub(super) fn touch(store: &Path) -> Result<(), StoreError> {
    let path = path(store);
    open(&path)
        .map(drop)
        .and_then(|()| fs::write(&path, "\n"))
        .map_err(super::failed("write the wake file of the store"))
}

fn open(path: &Path) -> io::Result<fs::File> {
    OpenOptions::new()
        .append(true)
        .create(true)
        .mode(0o600)
        .open(path)
}

fn path(store: &Path) -> PathBuf {
    super::beside(store, FILE)
}
