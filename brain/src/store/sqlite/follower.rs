//! Who follows a run from another process: a named pipe for each, in a folder beside the store.
//!
//! A follower makes the pipe, under the id of the run, and wakes those who share the store. The process that runs the run
//! opens the pipe and takes its name away, so that nobody finds it twice. So a run that nobody follows costs nothing, and
//! nothing of what is said is ever on a disk. What one that was killed leaves before it was found goes when the next one
//! comes, or when the run looks.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tokio::net::unix::pipe;

use crate::store::RunId;

/// What the folder is called, after the name of the store.
const FOLDER: &str = "-followers";

/// Returns those who have begun to follow a run since it was last asked.
pub(super) fn called(store: &Path, run: RunId) -> Vec<pipe::Sender> {
    // Most runs are followed by nobody, and most stores have no such folder.
    let Ok(entries) = fs::read_dir(folder(store)) else {
        return Vec::new();
    };
    let prefix = format!("{run}.");
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let names = names.filter(|name| name.starts_with(&prefix));
    let paths = names.map(|name| folder(store).join(name));
    paths.filter_map(|path| take(&path)).collect()
}

/// Opens the pipe of a follower; one that nobody reads is left from one that is gone.
fn take(path: &Path) -> Option<pipe::Sender> {
    let sender = pipe::OpenOptions::new().open_sender(path);
    // Order: opened first. What is no pipe was not made here and stays.
    match sender {
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => return None,
        _ => drop(fs::remove_file(path)),
    }
    sender.ok()
}

fn folder(store: &Path) -> PathBuf {
    super::beside(store, FOLDER)
}

#[cfg(feature = "cli")]
pub(crate) use self::reading::Following;

#[cfg(feature = "cli")]
mod reading {
    use std::fs::{self, DirBuilder, OpenOptions, TryLockError};
    use std::io;
    use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _};
    use std::path::{Path, PathBuf};

    use rustix::fs::OFlags;
    use tokio::io::{AsyncBufReadExt as _, BufReader};
    use tokio::net::unix::pipe;

    use super::folder;
    use crate::clock;
    use crate::store::RunId;

    /// Follows a run for as long as it is there.
    #[derive(Debug)]
    pub(crate) struct Following {
        pipe: BufReader<pipe::Receiver>,
        line: Vec<u8>,
        path: PathBuf,
    }

    impl Following {
        /// Makes the pipe, and removes what dead followers left. Whoever runs the run finds it once it is woken.
        pub(in super::super) fn new(store: &Path, run: RunId) -> io::Result<Self> {
            let folder = folder(store);
            DirBuilder::new()
                .recursive(true)
                .mode(0o700)
                .create(&folder)?;
            remove_dead(&folder)?;
            loop {
                let path = folder.join(format!("{run}.{}", clock::new_id()));
                make_pipe(&path)?;
                let file = open_to_read(&path)?;
                match file.try_lock() {
                    Ok(()) => {}
                    // Somebody took it for one that was left, before it was locked.
                    Err(TryLockError::WouldBlock) => continue,
                    Err(TryLockError::Error(error)) => return Err(error),
                }
                // Order: asked once it is locked, from when on only who runs the run takes its name away.
                if file.metadata()?.nlink() > 0 {
                    let pipe = pipe::Receiver::from_file(file)?;
                    return Ok(Self {
                        pipe: BufReader::new(pipe),
                        line: Vec::new(),
                        path,
                    });
                }
            }
        }

        /// Waits for the next line, without its end; `None` if there will be none, since whoever wrote them is gone. Cancel safe.
        pub(crate) async fn next(&mut self) -> Option<Vec<u8>> {
            // What was read of a line before it was given up stays in it.
            let read = self.pipe.read_until(b'\n', &mut self.line).await;
            if !matches!(read, Ok(1..)) || self.line.pop() != Some(b'\n') {
                return None;
            }
            Some(std::mem::take(&mut self.line))
        }
    }

    impl Drop for Following {
        fn drop(&mut self) {
            // Most often it has been found, and has no name any more.
            drop(fs::remove_file(&self.path));
            if let Some(folder) = self.path.parent() {
                // It stays if another one is in it.
                drop(fs::remove_dir(folder));
            }
        }
    }

    /// Removes the pipes that nobody holds.
    fn remove_dead(folder: &Path) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            // Gone by now, or another user's; only a pipe or a file is locked by anybody.
            if let Ok(file) = open_to_read(&path)
                && file.try_lock_shared().is_ok()
            {
                drop(fs::remove_file(&path));
            }
        }
        Ok(())
    }

    /// Opens the reading end of a pipe; without waiting for anybody at the other one.
    fn open_to_read(path: &Path) -> io::Result<fs::File> {
        let flags = OFlags::NONBLOCK.bits().cast_signed();
        OpenOptions::new().read(true).custom_flags(flags).open(path)
    }

    #[cfg(target_os = "linux")]
    fn make_pipe(path: &Path) -> io::Result<()> {
        use rustix::fs::{CWD, Mode, mkfifoat};

        Ok(mkfifoat(CWD, path, Mode::RUSR | Mode::WUSR)?)
    }

    #[cfg(not(target_os = "linux"))]
    fn make_pipe(_: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

#[cfg(test)]
#[cfg(all(feature = "cli", target_os = "linux"))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use tokio::io::AsyncWriteExt as _;

    use super::*;

    fn names(store: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder(store)).into_iter().flatten();
        entries.map(|entry| entry.unwrap().path()).collect()
    }

    #[tokio::test]
    async fn what_is_said_is_read_by_all_who_follow_this_run() {
        let place = tempfile::tempdir().unwrap();
        let store = place.path().join("brain.db");
        let (run, other) = (RunId::new(), RunId::new());
        assert!(called(&store, run).is_empty());
        let mut following = [
            Following::new(&store, run).unwrap(),
            Following::new(&store, run).unwrap(),
        ];
        let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&folder(&store)), 0o700);
        assert!(names(&store).iter().all(|path| mode(path) == 0o600));
        assert!(called(&store, other).is_empty());
        let mut senders = called(&store, run);
        assert_eq!((senders.len(), names(&store).len()), (2, 0));
        assert!(called(&store, run).is_empty());
        for sender in &mut senders {
            sender.write_all(b"one\ntwo\nthr").await.unwrap();
        }
        drop(senders);
        for follower in &mut following {
            assert_eq!(follower.next().await.unwrap(), b"one");
            assert_eq!(follower.next().await.unwrap(), b"two");
            // Cut off, as by the death of who wrote it.
            assert_eq!(follower.next().await, None);
        }
        drop(following);
        assert!(!folder(&store).exists());
    }

    #[tokio::test]
    async fn who_is_gone_is_not_found_and_leaves_nothing() {
        let place = tempfile::tempdir().unwrap();
        let store = place.path().join("brain.db");
        let run = RunId::new();
        let living = Following::new(&store, run).unwrap();
        let left = folder(&store).join(format!("{run}.left"));
        let made = || rustix::fs::mkfifoat(rustix::fs::CWD, &left, 0o600.into()).unwrap();
        made();
        let next = Following::new(&store, RunId::new()).unwrap();
        assert!(!left.exists() && names(&store).len() == 2);
        made();
        assert_eq!(called(&store, run).len(), 1);
        assert!(!left.exists());
        drop((living, next));
        // What is no pipe is no follower.
        fs::create_dir(folder(&store)).unwrap();
        fs::write(&left, "text").unwrap();
        assert!(called(&store, run).is_empty());
        assert_eq!(fs::read_to_string(&left).unwrap(), "text");
    }
}
