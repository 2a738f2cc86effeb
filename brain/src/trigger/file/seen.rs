//! How files were when they were looked at.

use std::collections::BTreeMap;
use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use super::open::Inode;
use super::sift::Sift;

/// How a file was. Neither its rights nor the time it was last read are part of it: they say nothing about what is in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stamp {
    pub(super) inode: Inode,
    size: u64,
    modified: (i64, i64),
}

impl Stamp {
    fn of(file: &Metadata) -> Self {
        Self {
            inode: (file.dev(), file.ino()),
            size: file.size(),
            modified: (file.mtime(), file.mtime_nsec()),
        }
    }
}

/// How all files of a tree were, by their paths.
pub(super) type Seen = BTreeMap<PathBuf, Stamp>;

/// What is at a path.
pub(super) enum There {
    File(Stamp),
    Folder,
    Nothing,
}

/// Looks at what is at a path: at what a link leads to if that is a file. Folders behind links are not entered, so there are
/// no circles.
pub(super) fn look(path: &Path) -> There {
    match fs::metadata(path) {
        Ok(file) if file.is_file() => There::File(Stamp::of(&file)),
        Ok(file) if file.is_dir() => match fs::symlink_metadata(path) {
            Ok(itself) if itself.is_dir() => There::Folder,
            _ => There::Nothing,
        },
        // Pipes and devices do not change by being written to.
        _ => There::Nothing,
    }
}

/// Adds all files in `folder` that count to `seen`; `enter` is told of each folder before it is read, so that what comes
/// into it from then on is heard of.
pub(super) fn scan(
    folder: &Path,
    sift: &Sift,
    seen: &mut Seen,
    enter: &mut impl FnMut(&Path) -> Result<bool, String>,
) -> Result<(), String> {
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        if !enter(&folder)? {
            continue;
        }
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            Err(error) => {
                tracing::warn!("could not read {}: {error}", folder.display());
                continue;
            }
        };
        // One that is gone meanwhile was heard of.
        for entry in entries.flatten() {
            let path = entry.path();
            match look(&path) {
                There::File(stamp) if sift.takes_file(&path) => {
                    seen.insert(path, stamp);
                }
                There::Folder if sift.enters(&path) => folders.push(path),
                _ => {}
            }
        }
    }
    Ok(())
}
