//! Which names count.

use std::path::{Path, PathBuf};

use glob::{MatchOptions, Pattern};

use crate::workflow::FileTrigger;

/// Folders of version control, which change whenever it is used, and names that programs give to files that are not done,
/// or only theirs: of editors, of downloads and of network folders.
const IGNORED: [&str; 22] = [
    ".git",
    ".hg",
    ".svn",
    ".jj",
    "*~",
    ".#*",
    "#*#",
    "*.sw[a-p]",
    ".*.sw?",
    "4913",
    "*.tmp",
    "*.bck",
    "*.part",
    "*.partial",
    "*.crdownload",
    "*.download",
    "*___jb_tmp___",
    "*___jb_old___",
    ".goutputstream-*",
    ".nfs*",
    ".fuse_hidden*",
    ".~lock.*#",
];

/// `*` ends at a slash, and `**` does not.
const HOW: MatchOptions = MatchOptions {
    case_sensitive: true,
    require_literal_separator: true,
    require_literal_leading_dot: false,
};

/// What a trigger looks at.
#[derive(Debug)]
pub(super) struct Sift {
    root: PathBuf,
    wanted: Option<Vec<Pattern>>,
    ignored: Vec<Pattern>,
    writes: Vec<PathBuf>,
    is_recursive: bool,
}

impl Sift {
    /// Makes that of a trigger whose path is `root`, in the folder `here`.
    pub(super) fn of(on: &FileTrigger, root: &Path, here: &Path) -> Self {
        let (glob, ignore, writes) = on.names();
        let ignored = IGNORED.iter().copied();
        Self {
            root: root.to_owned(),
            wanted: glob.map(|glob| patterns(glob.iter().map(String::as_str))),
            ignored: patterns(ignored.chain(ignore.iter().map(String::as_str))),
            // Collected anew, a path has neither `.` in it nor a slash at its end.
            writes: writes
                .iter()
                .map(|path| here.join(path).components().collect())
                .collect(),
            is_recursive: on.is_recursive(),
        }
    }

    /// Tells whether the file at `path` counts. The one that the trigger names always does.
    pub(super) fn takes_file(&self, path: &Path) -> bool {
        if path == self.root {
            return !self.is_written(path);
        }
        let Ok(inside) = path.strip_prefix(&self.root) else {
            return false;
        };
        let is_near = self.is_recursive || inside.components().count() == 1;
        let is_wanted = self
            .wanted
            .as_ref()
            .is_none_or(|wanted| fits(wanted, inside));
        is_near && is_wanted && !self.is_ignored(inside) && !self.is_written(path)
    }

    /// Tells whether files in the folder at `path` may count.
    pub(super) fn enters(&self, path: &Path) -> bool {
        path.strip_prefix(&self.root).is_ok_and(|inside| {
            inside.as_os_str().is_empty()
                || self.is_recursive && !self.is_ignored(inside) && !self.is_written(path)
        })
    }

    /// Tells whether a part of the path is ignored.
    fn is_ignored(&self, inside: &Path) -> bool {
        let mut parts = inside
            .ancestors()
            .filter(|part| !part.as_os_str().is_empty());
        parts.any(|part| fits(&self.ignored, part))
    }

    fn is_written(&self, path: &Path) -> bool {
        self.writes.iter().any(|written| path.starts_with(written))
    }
}

/// Reads patterns, which the check has let through.
fn patterns<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<Pattern> {
    let texts = texts.map(|text| text.strip_suffix('/').unwrap_or(text));
    texts.filter_map(|text| Pattern::new(text).ok()).collect()
}

/// Tells whether a path fits: its name, or all of it where the pattern has a slash.
fn fits(patterns: &[Pattern], path: &Path) -> bool {
    patterns.iter().any(|pattern| {
        if pattern.as_str().contains('/') {
            return pattern.matches_path_with(path, HOW);
        }
        let name = path.file_name().map(Path::new);
        name.is_some_and(|name| pattern.matches_path_with(name, HOW))
    })
}
