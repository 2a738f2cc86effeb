//! What the system tells of a folder.

use std::io;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

use notify::event::{AccessKind, AccessMode, CreateKind, ModifyKind};
use notify::{
    Config, ErrorKind, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _,
};

/// What is heard of.
#[derive(Debug)]
pub(super) enum Heard {
    /// Something happened to a path.
    Touched(PathBuf, Touch),
    /// Events were lost: everything has to be looked at.
    Lost,
    /// Nobody wants to know any more.
    Stop,
}

/// What happened to a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Touch {
    /// It came, went, or became another one.
    Replaced,
    /// Its rights or times were set, or it is not as it was.
    Marked,
    /// It was made, and whoever did may have it open.
    Made,
    /// It was opened, by a reader or a writer.
    Opened,
    /// Something was written to it.
    Written,
    /// Whoever had it open for writing has closed it.
    Closed,
}

/// Hears of what happens in folders, not in those inside them.
pub(super) struct Ear(RecommendedWatcher);

impl Ear {
    /// Makes one that tells of what it hears.
    pub(super) fn new(tell: Sender<Heard>) -> Result<Self, String> {
        let hear = move |event: notify::Result<Event>| {
            for heard in heard(event) {
                // Nobody listens: the watch ends.
                drop(tell.send(heard));
            }
        };
        let watcher = RecommendedWatcher::new(hear, Config::default()).map_err(|e| told(&e))?;
        // Where the system has room for no more threads it is made without the one that it works with, and panics when it
        // is used or dropped. This question alone has an answer then, and it is better never dropped.
        let mut watcher = ManuallyDrop::new(watcher);
        watcher.configure(Config::default()).map_err(|e| told(&e))?;
        Ok(Self(ManuallyDrop::into_inner(watcher)))
    }

    /// Begins to listen to what happens in a folder; `false` if it is gone.
    pub(super) fn listen(&mut self, folder: &Path) -> Result<bool, String> {
        match self.0.watch(folder, RecursiveMode::NonRecursive) {
            Ok(()) => Ok(true),
            Err(error) => match &error.kind {
                ErrorKind::PathNotFound | ErrorKind::WatchNotFound => Ok(false),
                ErrorKind::Io(io) if is_gone(io) => Ok(false),
                ErrorKind::Io(io) if io.kind() == io::ErrorKind::PermissionDenied => {
                    tracing::warn!("{} is not watched: {io}", folder.display());
                    Ok(false)
                }
                _ => Err(told(&error)),
            },
        }
    }
}

fn is_gone(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

/// Says what is wrong, and the way out where the system has a limit.
fn told(error: &notify::Error) -> String {
    /// Too many open files in the process, or too many instances of the user.
    const TOO_MANY: i32 = 24;
    let limit = |name: &str| {
        let path = format!("/proc/sys/fs/inotify/{name}");
        let value = std::fs::read_to_string(path).unwrap_or_default();
        format!("fs.inotify.{name} is {}", value.trim())
    };
    match &error.kind {
        ErrorKind::MaxFilesWatch => format!(
            "the system watches no more folders for this user: {}; help: raise it with sysctl, watch less with `ignore`, or set `poll`",
            limit("max_user_watches")
        ),
        ErrorKind::Io(io) if io.raw_os_error() == Some(TOO_MANY) => format!(
            "the system has no more watchers for this user: {}; help: raise it with sysctl, raise `ulimit -n`, or set `poll`",
            limit("max_user_instances")
        ),
        _ => format!("could not watch: {error}"),
    }
}

fn heard(event: notify::Result<Event>) -> Vec<Heard> {
    let event = match event {
        Ok(event) => event,
        Err(error) => {
            tracing::warn!("{}", told(&error));
            return vec![Heard::Lost];
        }
    };
    if event.need_rescan() {
        return vec![Heard::Lost];
    }
    let touch = match event.kind {
        EventKind::Access(AccessKind::Open(_)) => Touch::Opened,
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => Touch::Closed,
        EventKind::Access(_) => return Vec::new(),
        EventKind::Create(CreateKind::File) => Touch::Made,
        EventKind::Modify(ModifyKind::Data(_)) => Touch::Written,
        EventKind::Modify(ModifyKind::Metadata(_)) => Touch::Marked,
        _ => Touch::Replaced,
    };
    let paths = event.paths.into_iter();
    paths.map(|path| Heard::Touched(path, touch)).collect()
}
