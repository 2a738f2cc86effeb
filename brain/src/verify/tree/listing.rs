//! What git lists of a work tree: the entries of its index, and what is neither in there nor ignored.

use std::collections::BTreeMap;

use super::object::Id;
use crate::verify::error::VerifyError;
use crate::verify::place::ARTIFACTS;

/// The words that make git list it all.
pub(super) const WORDS: &[&str] = &[
    "ls-files",
    "--stage",
    "-v",
    "--others",
    "--exclude-standard",
    "-z",
];

/// What the index says of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stored {
    /// The digits of its mode.
    pub(super) mode: String,
    pub(super) id: Id,
}

/// A repository within the work tree, seen from its top.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Inner {
    /// The commit that the index names; nothing if the index does not know of it.
    pub(super) stored: Option<Id>,
}

/// The paths of a work tree, sorted; those of `.verify/artifacts` are left out.
#[derive(Debug, Default)]
pub(super) struct Listing {
    /// What may be files and links, with what the index says of them, unless it does not know or there is a conflict.
    pub(super) files: BTreeMap<Vec<u8>, Option<Stored>>,
    /// What may be repositories.
    pub(super) repositories: BTreeMap<Vec<u8>, Inner>,
}

impl Listing {
    /// Reads what git printed.
    ///
    /// # Errors
    /// [`VerifyError::Git`] if the index names a path that is none in a work tree: git itself never writes one.
    pub(super) fn parse(printed: &[u8]) -> Result<Self, VerifyError> {
        let mut listing = Self::default();
        for line in printed.split(|byte| *byte == 0) {
            if line.is_empty() {
                continue;
            }
            let read = listing.add(line);
            read.ok_or_else(|| VerifyError::Git {
                doing: "list the files of the work tree",
                said: format!(
                    "the index holds `{}`, which is no entry for a work tree",
                    String::from_utf8_lossy(line).escape_debug()
                ),
            })?;
        }
        Ok(listing)
    }

    /// Reads `? path`, `? repository/`, or `H 100644 ID 0<TAB>path`.
    fn add(&mut self, line: &[u8]) -> Option<()> {
        if let Some(path) = line.strip_prefix(b"? ") {
            if is_ours(path) {
                return Some(());
            }
            match path.strip_suffix(b"/") {
                Some(path) => self
                    .repositories
                    .insert(path.to_vec(), Inner { stored: None })
                    .is_none(),
                None => self.files.insert(path.to_vec(), None).is_none(),
            };
            return Some(());
        }
        let at = line.iter().position(|byte| *byte == b'\t')?;
        let (head, path) = (line.get(..at)?, line.get(at + 1..)?);
        let mut words = head.split(|byte| *byte == b' ').skip(1);
        let mode = str::from_utf8(words.next()?).ok()?.to_owned();
        let id = Id::read(words.next()?)?;
        let is_settled = words.next()? == b"0";
        if is_ours(path) {
            return Some(());
        }
        if !is_path(path) {
            return None;
        }
        if mode == "160000" {
            let stored = is_settled.then_some(id);
            self.repositories.insert(path.to_vec(), Inner { stored });
        } else {
            let stored = is_settled.then_some(Stored { mode, id });
            self.files.insert(path.to_vec(), stored);
        }
        Some(())
    }
}

/// Says whether it is a path that leads to somewhere in the work tree, and not into git's own folder.
fn is_path(path: &[u8]) -> bool {
    path.split(|byte| *byte == b'/')
        .all(|part| !matches!(part, b"" | b"." | b"..") && !part.eq_ignore_ascii_case(b".git"))
}

fn is_ours(path: &[u8]) -> bool {
    let below = path.strip_prefix(ARTIFACTS.as_bytes());
    below.is_some_and(|rest| rest.is_empty() || rest.starts_with(b"/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_and_what_is_no_path_is_refused() {
        let id = "ce013625030ba8dba906f756967f9e9ca394464a";
        let printed = format!(
            "? new\0? inner/\0H 100644 {id} 0\ta\tb\0h 120000 {id} 0\tlink\0M 100644 {id} 1\tc\0M 100644 {id} 2\tc\0\
             H 160000 {id} 0\tsub\0S 100644 {id} 0\t.verify/artifacts/x\0? .verify/artifacts/y\0"
        );
        let listing = Listing::parse(printed.as_bytes()).unwrap();
        let files: Vec<(&[u8], bool)> = listing
            .files
            .iter()
            .map(|(path, stored)| (path.as_slice(), stored.is_some()))
            .collect();
        let expected: [(&[u8], bool); 4] = [
            (b"a\tb", true),
            (b"c", false),
            (b"link", true),
            (b"new", false),
        ];
        assert_eq!(files, expected);
        let inner: Vec<(&[u8], bool)> = listing
            .repositories
            .iter()
            .map(|(path, inner)| (path.as_slice(), inner.stored.is_some()))
            .collect();
        let expected: [(&[u8], bool); 2] = [(b"inner", false), (b"sub", true)];
        assert_eq!(inner, expected);
        for bad in [
            "../a",
            "/a",
            "a//b",
            "./a",
            "a/.git/config",
            ".GIT/x",
            "a/..",
        ] {
            let printed = format!("H 100644 {id} 0\t{bad}\0");
            assert!(Listing::parse(printed.as_bytes()).is_err(), "{bad}");
        }
        assert!(Listing::parse(b"H 100644 zz 0\ta\0").is_err());
    }
}
