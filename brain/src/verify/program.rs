//! Which file a check executes.

use std::fs::File;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use super::hash;

/// A program that has been found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    /// The path that is executed.
    pub(super) path: String,
    /// The hash of the file.
    pub(super) digest: String,
    /// What would change if the file did.
    state: (u64, u64, u64, i64, i64),
}

impl Found {
    /// Says whether the file is the one that was hashed.
    pub(super) fn is_unchanged(&self) -> bool {
        state(Path::new(&self.path)) == Some(self.state)
    }
}

/// Finds the program that `word` names for a check in `folder` of the work tree `top`.
///
/// A word with a slash is a path from the folder. Any other one is looked for along `PATH`, but never in the work tree:
/// whoever writes there could else put a program of the same name before the right one.
pub(super) fn find(word: &str, folder: &Path, top: &Path) -> Result<Found, String> {
    if word.contains('/') {
        let path = folder.join(word);
        return examine(&path).map_err(|what| format!("`{word}` {what}"));
    }
    let mut refused = None;
    for folder in std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()) {
        let path = folder.join(word);
        if !folder.is_absolute() || is_inside(&folder, top) || is_inside(&path, top) {
            if is_program(&path) {
                refused = Some(path);
            }
            continue;
        }
        if is_program(&path) {
            return examine(&path).map_err(|what| format!("`{}` {what}", path.display()));
        }
    }
    match refused {
        Some(path) => Err(format!(
            "no program `{word}` on `PATH` outside of the work tree; `{}` is not used unless the check names it by its path",
            path.display()
        )),
        None => Err(format!("no program `{word}` on `PATH`")),
    }
}

/// Returns the path of a program on `PATH` that lies outside of the work tree.
pub(super) fn locate(word: &str, top: &Path) -> Option<String> {
    let path = search_path(top);
    let mut programs = std::env::split_paths(&path).map(|folder| folder.join(word));
    let found = programs.find(|path| is_program(path) && !is_inside(path, top))?;
    found.into_os_string().into_string().ok()
}

/// Returns the `PATH` that a check sees: what lies in the work tree or is not absolute is left out.
pub(super) fn search_path(top: &Path) -> String {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path)
        .filter(|folder| folder.is_absolute() && !is_inside(folder, top))
        .filter_map(|folder| folder.into_os_string().into_string().ok());
    folders.collect::<Vec<_>>().join(":")
}

fn is_inside(path: &Path, top: &Path) -> bool {
    path.starts_with(top) || path.canonicalize().is_ok_and(|path| path.starts_with(top))
}

fn is_program(path: &Path) -> bool {
    path.metadata()
        .is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

fn examine(path: &Path) -> Result<Found, &'static str> {
    let Some(before) = state(path) else {
        return Err("is not there");
    };
    if !is_program(path) {
        return Err("may not be executed");
    }
    let digest = File::open(path).and_then(hash::sha256_of);
    let Ok(digest) = digest else {
        return Err("cannot be read");
    };
    let absolute: PathBuf = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let Some(path) = absolute.to_str() else {
        return Err("has a path that is no UTF-8");
    };
    Ok(Found {
        path: path.to_owned(),
        digest,
        state: before,
    })
}

fn state(path: &Path) -> Option<(u64, u64, u64, i64, i64)> {
    let found = path.metadata().ok()?;
    Some((
        found.dev(),
        found.ino(),
        found.size(),
        // Seconds and their parts in one number: it is compared only.
        found
            .mtime()
            .wrapping_mul(1_000_000_000)
            .wrapping_add(found.mtime_nsec()),
        found
            .ctime()
            .wrapping_mul(1_000_000_000)
            .wrapping_add(found.ctime_nsec()),
    ))
}
