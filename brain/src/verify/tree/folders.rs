//! The folders of a work tree that hold something git lists, and the files in them that say what git leaves out or
//! stores otherwise.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read as _};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use rustix::fs::OFlags;

use super::read::found;

/// What decides which files are ignored, and how they are stored, from the folder on in which it lies.
const RULES: [&[u8]; 2] = [b".gitignore", ATTRIBUTES];
const ATTRIBUTES: &[u8] = b".gitattributes";

/// The folders of a work tree, by their paths; those that are links or no folders at all lead nowhere.
#[derive(Debug, Default)]
pub(super) struct Folders(BTreeMap<Vec<u8>, bool>);

/// What the files of rules say.
#[derive(Debug, Default)]
pub(super) struct Said {
    /// All attributes.
    pub(super) attributes: Vec<u8>,
    /// The files that git does not list, since they themselves are ignored: they are no part of the tree.
    pub(super) hidden: Vec<(Vec<u8>, Vec<u8>)>,
}

impl Folders {
    /// Looks at each folder that leads to one of the paths.
    pub(super) fn look<'a>(top: &Path, paths: impl Iterator<Item = &'a [u8]>) -> io::Result<Self> {
        let mut folders = Self(BTreeMap::from([(Vec::new(), true)]));
        for path in paths {
            let parent = parent(path);
            if folders.0.contains_key(parent) {
                continue;
            }
            // From the top down: what lies behind a link is not looked at.
            let ends = parent.iter().enumerate();
            let ends = ends.filter_map(|(at, byte)| (*byte == b'/').then_some(at));
            let mut is_real = true;
            for end in ends.chain([parent.len()]) {
                let folder = parent.get(..end).unwrap_or_default();
                if let Some(known) = folders.0.get(folder) {
                    is_real = *known;
                    continue;
                }
                is_real = is_real
                    && found(&top.join(OsStr::from_bytes(folder)))?
                        .is_some_and(|found| found.is_dir());
                folders.0.insert(folder.to_vec(), is_real);
            }
        }
        Ok(folders)
    }

    /// Says whether all folders that lead to a path are ones.
    pub(super) fn lead_to(&self, path: &[u8]) -> bool {
        self.0.get(parent(path)).is_some_and(|is_real| *is_real)
    }

    /// Reads the files of rules. `is_listed` says which of them git lists.
    pub(super) fn said(&self, top: &Path, is_listed: impl Fn(&[u8]) -> bool) -> io::Result<Said> {
        let mut said = Said::default();
        for (folder, _) in self.0.iter().filter(|(_, is_real)| **is_real) {
            for name in RULES {
                let path = match folder.as_slice() {
                    b"" => name.to_vec(),
                    folder => [folder, b"/", name].concat(),
                };
                let is_attributes = name == ATTRIBUTES;
                let is_hidden = !is_listed(&path);
                if !is_attributes && !is_hidden {
                    continue;
                }
                let Some(bytes) = read(&top.join(OsStr::from_bytes(&path)))? else {
                    continue;
                };
                if is_attributes {
                    said.attributes.extend_from_slice(&bytes);
                    said.attributes.push(b'\n');
                }
                if is_hidden {
                    said.hidden.push((path, bytes));
                }
            }
        }
        Ok(said)
    }
}

/// Reads a file of rules. What is no file, or a link, says nothing to git either.
fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    if !found(path)?.is_some_and(|found| found.is_file()) {
        return Ok(None);
    }
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    let mut options = File::options();
    options.read(true).custom_flags(flags.bits().cast_signed());
    let mut bytes = Vec::new();
    options.open(path)?.read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

/// Returns the path of the folder that a path lies in.
fn parent(path: &[u8]) -> &[u8] {
    let end = path.iter().rposition(|byte| *byte == b'/').unwrap_or(0);
    path.get(..end).unwrap_or_default()
}
