//! Which work tree it is, and where its files lie.

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};

use super::error::VerifyError;
use super::hash;

/// The top of a work tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    top: PathBuf,
    git: Option<GitFolders>,
}

/// Where git keeps what belongs to a work tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct GitFolders {
    /// Its index and its HEAD.
    pub(super) own: PathBuf,
    /// Objects and settings, shared by all work trees of the repository.
    pub(super) shared: PathBuf,
}

impl Place {
    /// Finds the work tree that `folder` is in; outside of git it is the folder itself.
    ///
    /// Only folders are asked: no variable and no setting leads anywhere else.
    ///
    /// # Errors
    /// [`VerifyError::File`] if the folder is not there.
    pub fn find(folder: &Path) -> Result<Self, VerifyError> {
        let folder = folder
            .canonicalize()
            .map_err(VerifyError::file("enter", folder))?;
        for top in folder.ancestors() {
            if let Some(git) = git_folders(top) {
                return Ok(Self {
                    top: top.to_owned(),
                    git: Some(git),
                });
            }
        }
        Ok(Self {
            top: folder,
            git: None,
        })
    }

    /// Finds the work tree of the working directory.
    ///
    /// # Errors
    /// As [`find`](Self::find).
    pub fn here() -> Result<Self, VerifyError> {
        Self::find(Path::new("."))
    }

    /// Returns the top.
    pub fn top(&self) -> &Path {
        &self.top
    }

    pub(super) fn git(&self) -> Option<&GitFolders> {
        self.git.as_ref()
    }

    /// Returns the name under which the store keeps its ledger.
    pub(super) fn name(&self) -> String {
        hash::sha256(self.top.as_os_str().as_bytes())
    }

    /// Says whether `path` lies in the work tree, wherever its links lead.
    pub(super) fn holds(&self, path: &Path) -> bool {
        path.canonicalize()
            .is_ok_and(|path| path.starts_with(&self.top))
    }

    pub(super) fn policy(&self) -> PathBuf {
        self.top.join(brain_syntax::policy::FILE)
    }

    pub(super) fn artifacts(&self) -> PathBuf {
        self.top.join(ARTIFACTS)
    }
}

/// Where receipts lie, seen from the top.
pub(super) const ARTIFACTS: &str = ".verify/artifacts";

/// Returns the folders of git for a work tree whose top this is; by git's own rule for what a repository is.
fn git_folders(top: &Path) -> Option<GitFolders> {
    let entry = top.join(".git");
    let own = if entry.is_dir() {
        entry
    } else {
        let pointer = std::fs::read(&entry).ok()?;
        top.join(path(pointer.strip_prefix(b"gitdir: ")?))
    };
    let shared = match std::fs::read(own.join("commondir")) {
        Ok(pointer) => own.join(path(&pointer)),
        Err(_) => own.clone(),
    };
    let is_repository = own.join("HEAD").symlink_metadata().is_ok()
        && shared.join("objects").is_dir()
        && shared.join("refs").is_dir();
    is_repository.then_some(GitFolders { own, shared })
}

/// Reads a path from a file that holds nothing else.
fn path(bytes: &[u8]) -> PathBuf {
    let end = bytes
        .iter()
        .rposition(|byte| !matches!(byte, b'\n' | b'\r'))
        .map_or(0, |last| last + 1);
    PathBuf::from(OsString::from_vec(
        bytes.get(..end).unwrap_or_default().to_vec(),
    ))
}
