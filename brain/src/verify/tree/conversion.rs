//! What git stores of files otherwise than it lies there: ends of lines, filters, other encodings.
//!
//! Nearly every file is stored as it is, and its name is the hash of what was read. Only those that git may change are
//! given to git itself, with an index and a folder of objects that vanish.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use super::git::Git;
use super::listing::{Listing, Stored};
use super::object::Id;
use super::rules::Rules;
use crate::verify::error::VerifyError;
use crate::verify::place::GitFolders;

/// The attributes that may change any content; all others that do change carriage returns only.
const ATTRIBUTES: [&str; 3] = ["filter", "ident", "working-tree-encoding"];

const DOING: &str = "convert the files";

/// Which files git may store otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Conversions {
    /// None.
    None,
    /// Those with a carriage return.
    Returns,
    /// Those with a carriage return, and those that have one of [`ATTRIBUTES`].
    ByAttribute,
    /// Any.
    Any,
}

impl Conversions {
    /// Says which, by the rules outside of the tree and the attributes in it.
    pub(super) fn by(rules: &Rules, attributes: &[u8]) -> Self {
        let texts = [rules.attributes.as_slice(), attributes];
        if rules.has_other_attributes {
            return Self::Any;
        }
        let names = |text: &[u8]| {
            ATTRIBUTES.iter().any(|name| {
                text.windows(name.len())
                    .any(|found| found == name.as_bytes())
            })
        };
        if texts.into_iter().any(names) {
            return Self::ByAttribute;
        }
        let is_said = texts.into_iter().any(|text| !text.is_empty());
        if is_said || rules.changes_line_ends {
            return Self::Returns;
        }
        Self::None
    }
}

/// Where git may write: an index and a folder of objects.
pub(super) struct Scratch {
    folder: TempDir,
    git: Git,
    index: PathBuf,
    /// The objects that are there already.
    objects: PathBuf,
}

impl Scratch {
    /// Makes a folder that vanishes: never in the work tree, which it would change.
    pub(super) fn new(git: &Git, folders: &GitFolders) -> Result<Self, VerifyError> {
        let usual = std::env::temp_dir();
        let is_inside = usual
            .canonicalize()
            .is_ok_and(|usual| usual.starts_with(&git.top));
        let place = if is_inside { &folders.own } else { &usual };
        let made = tempfile::Builder::new()
            .prefix("brain-verify-")
            .tempdir_in(place);
        let folder = made.map_err(VerifyError::file("make a folder in", place))?;
        let (index, objects) = (folder.path().join("index"), folder.path().join("objects"));
        let git = git.with_scratch(named(&index)?, named(&objects)?);
        Ok(Self {
            folder,
            git,
            index,
            objects: folders.shared.join("objects"),
        })
    }

    /// Returns the second that the file system writes on a new file.
    pub(super) fn now(&self) -> Result<i64, VerifyError> {
        use std::os::unix::fs::MetadataExt as _;
        let mark = self.folder.path().join("mark");
        let made = std::fs::write(&mark, "").and_then(|()| mark.metadata());
        let made = made.map_err(VerifyError::file("write", &mark))?;
        Ok(made.mtime())
    }

    /// Returns which of the paths have one of the attributes that may change any content.
    pub(super) async fn with_attributes(
        &self,
        paths: &[&[u8]],
        stop: &CancellationToken,
    ) -> Result<Vec<Vec<u8>>, VerifyError> {
        self.prepare()
            .map_err(VerifyError::file("prepare", self.folder.path()))?;
        let words = [&["check-attr", "-z", "--stdin"], &ATTRIBUTES[..]].concat();
        let said = self
            .git
            .run(DOING, &words, Some(lines(paths)), stop)
            .await?;
        let mut found: Vec<Vec<u8>> = Vec::new();
        let mut parts = said.split(|byte| *byte == 0);
        while let (Some(path), Some(_), Some(value)) = (parts.next(), parts.next(), parts.next()) {
            let is_off = matches!(value, b"unspecified" | b"unset");
            if !is_off && found.last().is_none_or(|last| last != path) {
                found.push(path.to_vec());
            }
        }
        Ok(found)
    }

    /// Returns the names of what git stores of files. Whether it changes the ends of their lines depends on what it has
    /// stored of them before.
    pub(super) async fn stored(
        &self,
        files: &[(&[u8], Option<&Stored>)],
        stop: &CancellationToken,
    ) -> Result<HashMap<Vec<u8>, Id>, VerifyError> {
        self.prepare()
            .map_err(VerifyError::file("prepare", self.folder.path()))?;
        let mut known = Vec::new();
        for (path, stored) in files {
            if let Some(stored) = stored {
                let head = format!("{} {} 0\t", stored.mode, stored.id);
                known.extend_from_slice(head.as_bytes());
                known.extend_from_slice(path);
                known.push(0);
            }
        }
        if !known.is_empty() {
            let words = ["update-index", "-z", "--index-info"];
            self.git.run(DOING, &words, Some(known), stop).await?;
        }
        let paths: Vec<&[u8]> = files.iter().map(|(path, _)| *path).collect();
        let words = ["update-index", "--add", "--replace", "-z", "--stdin"];
        self.git
            .run(DOING, &words, Some(lines(&paths)), stop)
            .await?;
        let words = ["ls-files", "--stage", "-v", "-z"];
        let listed = Listing::parse(&self.git.run(DOING, &words, None, stop).await?)?;
        let ids = listed.files.into_iter();
        Ok(ids
            .filter_map(|(path, stored)| Some((path, stored?.id)))
            .collect())
    }

    /// Makes an empty index, and a folder for objects beside those that are there.
    fn prepare(&self) -> std::io::Result<()> {
        use std::os::unix::ffi::OsStrExt as _;
        match std::fs::remove_file(&self.index) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let info = self.folder.path().join("objects/info");
        std::fs::create_dir_all(&info)?;
        std::fs::write(
            info.join("alternates"),
            quoted(self.objects.as_os_str().as_bytes()),
        )
    }
}

/// Returns a path as git is told it.
fn named(path: &Path) -> Result<&str, VerifyError> {
    path.to_str().ok_or(VerifyError::Git {
        doing: "work in the temporary folder",
        said: "its path is no UTF-8: set `TMPDIR` to another one".to_owned(),
    })
}

fn lines(paths: &[&[u8]]) -> Vec<u8> {
    let ended = paths.iter().flat_map(|path| [*path, b"\0"]);
    ended.collect::<Vec<_>>().concat()
}

/// Writes a path as a line of `alternates`, where some characters mean something.
fn quoted(path: &[u8]) -> Vec<u8> {
    let mut line = vec![b'"'];
    for byte in path {
        match byte {
            b'"' | b'\\' => line.extend([b'\\', *byte]),
            b'\n' => line.extend(b"\\n"),
            other => line.push(*other),
        }
    }
    line.extend(b"\"\n");
    line
}
