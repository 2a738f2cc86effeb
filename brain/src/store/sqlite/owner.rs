//! Who runs things: a locked file for each process that does.
//!
//! A run names its owner, and the owner holds a lock (`flock`) on a file of that name in a folder beside the store. The
//! system lets go of the lock the moment the process is gone, however it went, and never while it is only stopped or the
//! machine sleeps. So whoever can take the lock knows that the owner is dead, without clocks and without guesses.
//!
//! Each opened store that runs something is an owner, and all that a process runs through it has this one. Its file is
//! made when it first runs something and removed when the store is closed, with the folder if nobody else is there; what is left by processes that were killed
//! goes when the next owner comes.

use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use uuid::Uuid;

use crate::clock;

/// What the folder is called, after the name of the store.
const FOLDER: &str = "-owners";

/// A process that runs things, for as long as it does.
#[derive(Debug)]
pub(super) struct Owner {
    id: String,
    path: PathBuf,
    /// Holds the lock.
    _file: File,
}

impl Owner {
    /// Makes a new owner of runs in the store at `store`, and removes what dead ones have left.
    pub(super) fn new(store: &Path) -> io::Result<Self> {
        let folder = folder(store);
        remove_dead(&folder)?;
        loop {
            let id = clock::new_id().to_string();
            let path = folder.join(&id);
            let file = create(&path)?;
            match file.try_lock() {
                Ok(()) => {}
                // Somebody took it for one that was left, before it was locked.
                Err(TryLockError::WouldBlock) => continue,
                Err(TryLockError::Error(error)) => return Err(error),
            }
            // Order: asked once it is locked, from when on nobody removes it.
            if file.metadata()?.nlink() > 0 {
                return Ok(Self {
                    id,
                    path,
                    _file: file,
                });
            }
        }
    }

    /// Returns its name.
    pub(super) fn id(&self) -> &str {
        &self.id
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        // If it cannot be removed now, the next owner does it.
        drop(fs::remove_file(&self.path));
        if let Some(folder) = self.path.parent() {
            // It stays if another owner has a file in it.
            drop(fs::remove_dir(folder));
        }
    }
}

/// Tells whether the owner with this name is gone for good.
pub(super) fn is_dead(store: &Path, id: &str) -> io::Result<bool> {
    // A name that is none of ours must lead to no other file.
    if Uuid::try_parse(id).is_err() {
        return Ok(true);
    }
    is_free(&folder(store).join(id))
}

/// Tells whether nobody holds the lock on a file, or it is not there.
fn is_free(path: &Path) -> io::Result<bool> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
        // Another user's process: nothing is known of it, and what may live is not disturbed.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => return Ok(false),
        Err(error) => return Err(error),
    };
    // Shared: several may ask at once, and each gets the same answer.
    match file.try_lock_shared() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Removes the files of owners that are gone. Whether their runs are closed does not matter: without a file, an owner is
/// as dead as with one that nobody holds.
fn remove_dead(folder: &Path) -> io::Result<()> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    for entry in entries {
        let path = entry?.path();
        let Ok(file) = File::open(&path) else {
            // Gone by now, or another user's.
            continue;
        };
        // It is removed while it is locked, so that no owner takes it for its own in between.
        if file.try_lock_shared().is_ok() {
            drop(fs::remove_file(&path));
        }
    }
    Ok(())
}

/// Makes a file, and its folder if that is not there: who leaves last takes it away, maybe right now.
fn create(path: &Path) -> io::Result<File> {
    loop {
        let made = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(path);
        match (made, path.parent()) {
            (Err(error), Some(folder)) if error.kind() == io::ErrorKind::NotFound => {
                DirBuilder::new()
                    .recursive(true)
                    .mode(0o700)
                    .create(folder)?;
            }
            (made, _) => return made,
        }
    }
}

fn folder(store: &Path) -> PathBuf {
    super::beside(store, FOLDER)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(store: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder(store)).unwrap();
        entries
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn an_owner_lives_until_it_is_dropped() {
        let place = tempfile::tempdir().unwrap();
        let store = place.path().join("brain.db");
        let owner = Owner::new(&store).unwrap();
        let other = Owner::new(&store).unwrap();
        assert_ne!(owner.id(), other.id());
        // From the same process too.
        assert!(!is_dead(&store, owner.id()).unwrap());
        let id = owner.id().to_owned();
        drop(owner);
        assert!(is_dead(&store, &id).unwrap());
        assert!(!is_dead(&store, other.id()).unwrap());
        assert_eq!(files(&store), [other.id()]);
    }

    #[test]
    fn what_dead_owners_left_is_removed() {
        let place = tempfile::tempdir().unwrap();
        let store = place.path().join("brain.db");
        fs::create_dir(folder(&store)).unwrap();
        let left = clock::new_id().to_string();
        fs::write(folder(&store).join(&left), "").unwrap();
        assert!(is_dead(&store, &left).unwrap());
        let owner = Owner::new(&store).unwrap();
        assert_eq!(files(&store), [owner.id()]);
        assert!(is_dead(&store, &left).unwrap());
        assert!(is_dead(&store, "../brain.db").unwrap());
    }

    #[test]
    fn many_come_at_once_and_each_keeps_its_own() {
        let place = tempfile::tempdir().unwrap();
        let store = place.path().join("brain.db");
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let owner = Owner::new(&store).unwrap();
                        assert!(!is_dead(&store, owner.id()).unwrap());
                        assert!(owner.path.exists());
                    }
                });
            }
        });
        assert!(!folder(&store).exists());
    }
}
