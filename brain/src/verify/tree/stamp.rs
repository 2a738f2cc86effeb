//! What the system says of a file, to know whether somebody has touched it.
//!
//! A process can set the time of a file's content, but not the time of its last change of any kind (`ctime`). So a file
//! whose `ctime` lies before a look at it, and is the same at the next, holds what it held then.

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt as _;

/// How many seconds before a look a file must have been left alone: far over the steps in which systems count time (10 ms),
/// and enough for a file server whose clock is a little off.
const MARGIN: i64 = 2;

/// A file at one time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stamp {
    device: u64,
    inode: u64,
    size: u64,
    mode: u32,
    mtime: (i64, i64),
    ctime: (i64, i64),
}

impl Stamp {
    /// Keeps what the system says.
    pub(super) fn of(found: &Metadata) -> Self {
        Self {
            device: found.dev(),
            inode: found.ino(),
            size: found.size(),
            mode: found.mode(),
            mtime: (found.mtime(), found.mtime_nsec()),
            ctime: (found.ctime(), found.ctime_nsec()),
        }
    }

    /// Says whether the file had been left alone for long enough at a look that began at `begun`, in seconds.
    pub(super) fn was_settled(&self, begun: i64) -> bool {
        self.ctime.0 < begun - MARGIN
    }
}
