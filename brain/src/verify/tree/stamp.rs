//! What the system says of files, to know which of them nobody has touched.
//!
//! A process can set the time of a file's content, but not the time of its last change of any kind (`ctime`). So a file
//! whose `ctime` lies before a look at it, and is the same at the next, holds what it held then.

use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

/// How many seconds before a look a file must have been left alone: far over the steps in which systems count time (10 ms),
/// and enough for a file server whose clock is a little off.
const MARGIN: i64 = 2;

/// A file at one time; none if it was not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stamp {
    path: PathBuf,
    state: Option<State>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct State {
    device: u64,
    inode: u64,
    size: u64,
    mode: u32,
    mtime: (i64, i64),
    ctime: (i64, i64),
}

impl Stamp {
    /// Looks at a file, not at what it leads to.
    pub(super) fn of(path: PathBuf) -> Self {
        let state = state(&path);
        Self { path, state }
    }

    /// Says whether its content was last set in a second that git takes for "not known".
    pub(super) fn is_of_the_epoch(&self) -> bool {
        // Git keeps 32 bits of the seconds.
        const KEPT: i64 = 1 << 32;
        let state = self.state.as_ref();
        state.is_some_and(|state| state.mtime.0.rem_euclid(KEPT) == 0)
    }

    /// Says whether the file is as it was at a look that began at `begun`, in seconds.
    pub(super) fn is_untouched(&self, begun: i64) -> bool {
        self.state.as_ref().is_some_and(|then| {
            then.ctime.0 < begun - MARGIN && state(&self.path).as_ref() == Some(then)
        })
    }
}

fn state(path: &Path) -> Option<State> {
    let found = path.symlink_metadata().ok()?;
    Some(State {
        device: found.dev(),
        inode: found.ino(),
        size: found.size(),
        mode: found.mode(),
        mtime: (found.mtime(), found.mtime_nsec()),
        ctime: (found.ctime(), found.ctime_nsec()),
    })
}
