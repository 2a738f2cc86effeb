//! The thread of a trigger: it hears, waits until what it heard of has settled, and looks.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Instant;

use tokio::sync::mpsc::UnboundedSender;

use super::ear::{Ear, Heard, Touch};
use super::open::being_written;
use super::seen::{Seen, Stamp, There, look, scan};
use super::settle::{Settling, Touched};
use super::sift::Sift;
use crate::workflow::{FileChange, FileTrigger, Per};

/// So many events are taken at once before it is looked whether something has settled: as many as the system keeps.
const AT_ONCE: usize = 16_384;

/// What a watch says.
#[derive(Debug)]
pub(super) enum Said {
    /// It has begun, with so many files.
    Begun(usize),
    /// These have changed, each path as the trigger spells it.
    Changed(Vec<(String, FileChange)>),
    /// It cannot go on.
    Failed(String),
}

/// What a trigger watches.
pub(super) struct Watch {
    on: FileTrigger,
    root: PathBuf,
    /// The file that the root leads to, if it is a link to one.
    target: Option<PathBuf>,
    sift: Sift,
    /// None if it looks by itself.
    ear: Option<Ear>,
    /// How files were when they last fired.
    seen: Seen,
    /// How they were when it last looked by itself.
    polled: Seen,
    settling: Settling,
}

/// Watches for `on` in the folder `here`, until it is told to stop or nobody listens.
pub(super) fn watch(
    on: FileTrigger,
    here: &Path,
    (tell, hear): (Sender<Heard>, &Receiver<Heard>),
    say: &UnboundedSender<Said>,
) {
    let watched = Watch::begin(on, here, tell).and_then(|mut watch| {
        // Nobody listens: it ends.
        if say.send(Said::Begun(watch.seen.len())).is_err() {
            return Ok(());
        }
        watch.go_on(hear, say)
    });
    if let Err(reason) = watched {
        drop(say.send(Said::Failed(reason)));
    }
}

impl Watch {
    fn begin(on: FileTrigger, here: &Path, tell: Sender<Heard>) -> Result<Self, String> {
        let root: PathBuf = here.join(on.path()).components().collect();
        let settle = on.settled_after();
        let mut watch = Self {
            sift: Sift::of(&on, &root, here),
            ear: match on.polled_every() {
                Some(_) => None,
                None => Some(Ear::new(tell)?),
            },
            target: None,
            seen: Seen::new(),
            polled: Seen::new(),
            // Whoever looks seldom sees late that a file still changes.
            settling: Settling::new(settle.max(on.polled_every().unwrap_or_default())),
            root,
            on,
        };
        watch.seen = watch.all()?;
        watch.polled.clone_from(&watch.seen);
        if !watch.root.exists() {
            tracing::warn!("{} is not there yet: it is waited for", watch.on.path());
        }
        Ok(watch)
    }

    fn go_on(&mut self, hear: &Receiver<Heard>, say: &UnboundedSender<Said>) -> Result<(), String> {
        let every = self.on.polled_every();
        let mut poll = every.map(|every| Instant::now() + every);
        loop {
            let heard = match poll.into_iter().chain(self.next()).min() {
                None => hear.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(at) => hear.recv_timeout(at.saturating_duration_since(Instant::now())),
            };
            let first = match heard {
                Ok(heard) => Some(heard),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            };
            let more = hear.try_iter().take(AT_ONCE);
            let mut is_lost = false;
            for heard in first.into_iter().chain(more) {
                match heard {
                    Heard::Touched(path, touch) => self.touch(path, touch)?,
                    Heard::Lost => is_lost = true,
                    Heard::Stop => return Ok(()),
                }
            }
            if is_lost {
                tracing::warn!(
                    "more changed in {} than the system could tell of: all of it is looked at anew",
                    self.on.path()
                );
                self.revisit()?;
            }
            if let (Some(at), Some(every)) = (poll, every)
                && at <= Instant::now()
            {
                self.poll()?;
                poll = Some(Instant::now() + every);
            }
            let changed = self.settled();
            if !changed.is_empty() && say.send(Said::Changed(changed)).is_err() {
                return Ok(());
            }
        }
    }

    /// Looks at everything, and begins to listen to what is there now.
    fn all(&mut self) -> Result<Seen, String> {
        let mut seen = Seen::new();
        self.listen_above()?;
        let (root, sift, ear) = (&self.root, &self.sift, &mut self.ear);
        // What the root is a link to counts as if it were there.
        match fs::metadata(root) {
            Ok(it) if it.is_dir() => scan(root, sift, &mut seen, &mut |folder| enter(ear, folder))?,
            _ => {
                if let There::File(stamp) = look(root)
                    && sift.takes_file(root)
                {
                    seen.insert(root.clone(), stamp);
                }
            }
        }
        Ok(seen)
    }

    /// Listens to the folder in which the root is or would be made, and to that of the file that it is a link to.
    fn listen_above(&mut self) -> Result<(), String> {
        for above in self.root.ancestors().skip(1) {
            if above.is_dir() && enter(&mut self.ear, above)? {
                break;
            }
        }
        let target = fs::canonicalize(&self.root).ok();
        self.target = target.filter(|target| *target != self.root && target.is_file());
        if let Some(folder) = self.target.as_deref().and_then(Path::parent) {
            enter(&mut self.ear, folder)?;
        }
        Ok(())
    }

    fn touch(&mut self, path: PathBuf, touch: Touch) -> Result<(), String> {
        let now = Instant::now();
        let is_other = matches!(touch, Touch::Replaced | Touch::Made);
        if self.target.as_ref() == Some(&path) {
            self.settling.touch(self.root.clone(), touch, now);
        }
        if self.root.starts_with(&path) && is_other {
            self.revisit()?;
        }
        if !path.starts_with(&self.root) {
            return Ok(());
        }
        if touch == Touch::Replaced && path != self.root {
            match look(&path) {
                There::Folder if self.sift.enters(&path) => return self.enter(&path, now),
                There::Folder => return Ok(()),
                There::Nothing => {
                    // It may have been a folder.
                    let inside = self.seen.range(path.clone()..);
                    let inside = inside.take_while(|(inside, _)| inside.starts_with(&path));
                    for (inside, _) in inside {
                        self.settling.touch(inside.clone(), Touch::Replaced, now);
                    }
                }
                There::File(_) => {}
            }
        }
        if self.sift.takes_file(&path) {
            self.settling.touch(path, touch, now);
        }
        Ok(())
    }

    /// Listens to a folder that came, and looks at what is in it by now.
    fn enter(&mut self, folder: &Path, now: Instant) -> Result<(), String> {
        let (sift, ear) = (&self.sift, &mut self.ear);
        let mut found = Seen::new();
        scan(folder, sift, &mut found, &mut |folder| enter(ear, folder))?;
        // Whether somebody is still writing to it, nothing was heard of.
        self.differ(&found, folder, now);
        Ok(())
    }

    /// Looks at everything anew.
    fn revisit(&mut self) -> Result<(), String> {
        let found = self.all()?;
        let root = self.root.clone();
        self.differ(&found, &root, Instant::now());
        Ok(())
    }

    /// Touches what is not in `folder` as it was when it fired.
    fn differ(&mut self, found: &Seen, folder: &Path, now: Instant) {
        let before = self.seen.range(folder.to_owned()..);
        let before = before.take_while(|(path, _)| path.starts_with(folder));
        let gone = before.filter(|(path, _)| !found.contains_key(*path));
        let other = found
            .iter()
            .filter(|(path, stamp)| self.seen.get(*path) != Some(*stamp));
        let paths: BTreeSet<&PathBuf> = gone.chain(other).map(|(path, _)| path).collect();
        for path in paths {
            self.settling.touch(path.clone(), Touch::Marked, now);
        }
    }

    /// Looks by itself, and touches what is not as it was the last time.
    fn poll(&mut self) -> Result<(), String> {
        let now = Instant::now();
        let found = self.all()?;
        let before = std::mem::take(&mut self.polled);
        let gone = before.keys().filter(|path| !found.contains_key(*path));
        let other = found
            .iter()
            .filter(|(path, stamp)| before.get(*path) != Some(*stamp));
        for path in gone.chain(other.map(|(path, _)| path)) {
            self.settling.touch(path.clone(), Touch::Marked, now);
        }
        self.polled = found;
        Ok(())
    }

    fn next(&self) -> Option<Instant> {
        match self.on.run_of() {
            Per::Batch => self.settling.next_together(),
            Per::File => self.settling.next(),
        }
    }

    /// Returns what has changed and settled.
    fn settled(&mut self) -> Vec<(String, FileChange)> {
        let now = Instant::now();
        let taken = match self.on.run_of() {
            Per::Batch => self.settling.take_together(now),
            Per::File => self.settling.take(now),
        };
        let taken: Vec<_> = taken
            .into_iter()
            .map(|(path, touched)| {
                let stamp = match look(&path) {
                    There::File(stamp) => Some(stamp),
                    There::Folder | There::Nothing => None,
                };
                (path, touched, stamp)
            })
            .collect();
        let open = taken.iter().filter(|(_, touched, _)| touched.is_open);
        let open: HashSet<_> = open
            .filter_map(|(.., stamp)| Some((*stamp)?.inode))
            .collect();
        let open = if open.is_empty() {
            open
        } else {
            being_written(&open)
        };
        let mut changed = Vec::new();
        for (path, touched, stamp) in taken {
            if stamp.is_some_and(|stamp| open.contains(&stamp.inode)) {
                self.settling.wait_on(path, touched, now);
            } else if let Some(change) = self.change(&path, touched, stamp)
                && self.on.fires_on(change)
            {
                changed.push((self.shown(&path), change));
            }
        }
        changed.sort_by(|(one, _), (other, _)| one.cmp(other));
        changed
    }

    fn change(
        &mut self,
        path: &Path,
        touched: Touched,
        stamp: Option<Stamp>,
    ) -> Option<FileChange> {
        let Some(stamp) = stamp else {
            return self.seen.remove(path).map(|_| FileChange::Deleted);
        };
        match self.seen.insert(path.to_owned(), stamp) {
            None => Some(FileChange::Created),
            Some(before) if before != stamp || touched.is_written => Some(FileChange::Modified),
            Some(_) => None,
        }
    }

    /// Spells a path as the trigger does.
    fn shown(&self, path: &Path) -> String {
        let written = Path::new(self.on.path());
        match path.strip_prefix(&self.root) {
            Ok(inside) if !inside.as_os_str().is_empty() => written.join(inside),
            _ => written.to_owned(),
        }
        .to_string_lossy()
        .into_owned()
    }
}

/// Listens to a folder; `false` if it is gone.
fn enter(ear: &mut Option<Ear>, folder: &Path) -> Result<bool, String> {
    ear.as_mut().map_or(Ok(true), |ear| ear.listen(folder))
}
