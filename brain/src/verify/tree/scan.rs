//! Looks at a git work tree and names its tree.
//!
//! Git says which files belong to it: those in its index, and those that are neither there nor ignored. Nothing else of
//! the index is believed, neither the ids of contents and trees nor sizes, times and flags: whoever can write the work tree
//! can write the index, too. Every file is read, once, and the tree is named here. Only what git may store otherwise than it
//! lies there is given to git (`conversion`).
//!
//! A second look at the same work tree reads nothing again if the system itself says that nobody has touched the file in
//! between (`stamp`).

use std::collections::{BTreeMap, HashMap};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use tokio_util::sync::CancellationToken;

use super::Tree;
use super::conversion::{Conversions, Scratch};
use super::folders::Folders;
use super::git::Git;
use super::listing::{self, Inner, Listing, Stored};
use super::object::{self, Format, Id, Mode};
use super::read::{self, Before, Reader, Seen};
use super::rules::{self, Rules, Settings};
use crate::verify::error::VerifyError;
use crate::verify::ledger::blocking;
use crate::verify::place::{GitFolders, Place};

/// Repositories within repositories are followed so deep: a loop of links ends here.
const DEEPEST: usize = 16;

/// Looks at a work tree.
pub(super) struct Scan {
    git: Git,
    folders: GitFolders,
    depth: usize,
    scratch: Scratch,
    system_attributes: tokio::sync::OnceCell<PathBuf>,
    /// What the last look saw.
    last: Mutex<Last>,
    /// The repositories in it, by their paths.
    inner: tokio::sync::Mutex<BTreeMap<Vec<u8>, Arc<Self>>>,
}

#[derive(Default)]
struct Last {
    before: Before,
    /// What git stores of files, and the conditions under which it said so.
    converted: HashMap<Vec<u8>, Id>,
    conditions: Vec<u8>,
}

/// What a look at the files gives.
struct Look {
    files: BTreeMap<Vec<u8>, File>,
    repositories: BTreeMap<Vec<u8>, Inner>,
    rules: Rules,
    attributes: Vec<u8>,
}

/// A file or a link of the tree.
struct File {
    stored: Option<Stored>,
    seen: Seen,
}

impl Scan {
    /// Prepares to look.
    pub(super) fn new(top: &Path, folders: &GitFolders) -> Result<Self, VerifyError> {
        Self::at(top, folders, 0)
    }

    fn at(top: &Path, folders: &GitFolders, depth: usize) -> Result<Self, VerifyError> {
        let git = Git::new(top);
        Ok(Self {
            scratch: Scratch::new(&git, folders)?,
            git,
            folders: folders.clone(),
            depth,
            system_attributes: tokio::sync::OnceCell::new(),
            last: Mutex::default(),
            inner: tokio::sync::Mutex::default(),
        })
    }

    /// Names what lies in the work tree now.
    pub(super) async fn tree(&self, stop: &CancellationToken) -> Result<Tree, VerifyError> {
        let begun = self.scratch.now()?;
        let last = std::mem::take(&mut *self.last.lock().unwrap_or_else(PoisonError::into_inner));
        let Last {
            before,
            converted,
            conditions,
        } = last;
        let mut look = self.look(before, stop).await?;
        let now = [look.rules.text(), b"\0", look.attributes.as_slice()].concat();
        let known = if now == conditions {
            converted
        } else {
            HashMap::new()
        };
        let converted = self.converted(&look, known, stop).await?;
        let mut nested = Vec::new();
        let mut entries = BTreeMap::new();
        for (path, inner) in std::mem::take(&mut look.repositories) {
            let (commit, found, digest) =
                self.nested(&path, inner, look.rules.format, stop).await?;
            nested.extend(found);
            look.rules.add(&path, digest.as_bytes());
            if let Some(commit) = commit {
                entries.insert(path, (Mode::Repository, commit));
            }
        }
        nested.sort();
        for (path, file) in &look.files {
            let id = converted.get(path).unwrap_or(&file.seen.id);
            if *id != file.seen.id {
                // What git stores is not all that there is to this file.
                look.rules.add(path, file.seen.id.to_string().as_bytes());
            }
            entries.insert(path.clone(), (file.seen.mode, *id));
        }
        let format = look.rules.format;
        let id = blocking(move || named(format, &entries)).await?;
        let files = look.files.into_iter();
        let files = files.map(|(path, file)| (path, file.seen)).collect();
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Last {
            before: Before { begun, files },
            converted,
            conditions: now,
        };
        Ok(Tree {
            id: id.to_string(),
            kind: "gitTree",
            nested,
            rules: look.rules.digest(),
        })
    }

    /// Asks git for the files, and reads them.
    async fn look(&self, before: Before, stop: &CancellationToken) -> Result<Look, VerifyError> {
        let git = &self.git;
        let list = git.run(
            "list the files of the work tree",
            listing::WORDS,
            None,
            stop,
        );
        let system = self
            .system_attributes
            .get_or_init(|| rules::system_attributes(git, stop));
        let (listed, settings, system) = tokio::join!(list, Settings::read(git, stop), system);
        let (listed, settings, system) = (listed?, settings?, system.clone());
        let (top, folders, stop) = (self.git.top.clone(), self.folders.clone(), stop.clone());
        blocking(move || {
            let rules = Rules::read(&settings, &folders, &system);
            let mut listing = Listing::parse(&listed)?;
            let wrong = |error| VerifyError::file("look at the folders below", &top)(error);
            let paths = listing.files.keys().chain(listing.repositories.keys());
            let leading = Folders::look(&top, paths.map(Vec::as_slice)).map_err(wrong)?;
            let said = leading
                .said(&top, |path| listing.files.contains_key(path))
                .map_err(wrong)?;
            let repositories = repositories(&top, &mut listing, &leading).map_err(wrong)?;
            let reader = Reader {
                top: &top,
                format: rules.format,
                before: &before,
                stop: &stop,
            };
            let mut look = Look {
                files: files(&reader, listing, &leading)?,
                repositories,
                rules,
                attributes: said.attributes,
            };
            for (path, bytes) in said.hidden {
                look.rules.add(&path, &bytes);
            }
            Ok(look)
        })
        .await
    }

    /// Returns what git stores of the files that it may store otherwise than they lie there.
    async fn converted(
        &self,
        look: &Look,
        mut known: HashMap<Vec<u8>, Id>,
        stop: &CancellationToken,
    ) -> Result<HashMap<Vec<u8>, Id>, VerifyError> {
        let conversions = Conversions::by(&look.rules, &look.attributes);
        let files = look.files.iter();
        let plain = files.filter(|(_, file)| file.seen.mode != Mode::Link);
        let mut doubted: Vec<(&[u8], &File)> = match conversions {
            Conversions::None => return Ok(HashMap::new()),
            Conversions::Any => plain.map(|(path, file)| (path.as_slice(), file)).collect(),
            Conversions::Returns | Conversions::ByAttribute => plain
                .filter(|(_, file)| file.seen.has_return)
                .map(|(path, file)| (path.as_slice(), file))
                .collect(),
        };
        if conversions == Conversions::ByAttribute {
            let paths = look.files.iter();
            let paths =
                paths.filter(|(_, file)| file.seen.mode != Mode::Link && !file.seen.has_return);
            let paths: Vec<&[u8]> = paths.map(|(path, _)| path.as_slice()).collect();
            for path in self.scratch.with_attributes(&paths, stop).await? {
                if let Some((path, file)) = look.files.get_key_value(&path) {
                    doubted.push((path, file));
                }
            }
        }
        let is_known =
            |(path, file): &(&[u8], &File)| file.seen.is_known && known.contains_key(*path);
        let asked: Vec<(&[u8], Option<&Stored>)> = doubted
            .iter()
            .filter(|one| !is_known(one))
            .map(|(path, file)| (*path, file.stored.as_ref()))
            .collect();
        let said = if asked.is_empty() {
            HashMap::new()
        } else {
            self.scratch.stored(&asked, stop).await?
        };
        let mut converted = HashMap::new();
        for (path, _) in doubted {
            let id = said.get(path).copied().or_else(|| known.remove(path));
            let id = id.ok_or_else(|| {
                let path = self.git.top.join(OsStr::from_bytes(path));
                let gone = std::io::Error::other("it went away while it was read");
                VerifyError::file("read", path)(gone)
            })?;
            converted.insert(path.to_vec(), id);
        }
        Ok(converted)
    }

    /// Names what lies in a folder that may be a repository: its commit, the contents of it and of what is in it, and the
    /// rules that hold there.
    async fn nested(
        &self,
        path: &[u8],
        inner: Inner,
        format: Format,
        stop: &CancellationToken,
    ) -> Result<(Option<Id>, Vec<(String, String)>, String), VerifyError> {
        let name = String::from_utf8_lossy(path).into_owned();
        let folder = self.git.top.join(OsString::from_vec(path.to_vec()));
        let place = Place::find(&folder)?;
        let folders = place.git().filter(|_| place.top() == folder);
        let Some(folders) = folders.filter(|_| self.depth < DEEPEST) else {
            // A submodule that is not checked out. Git takes it for its commit, whatever else lies there.
            let stop = stop.clone();
            let tree = blocking(move || plain(&folder, format, &stop)).await?;
            let found = tree.map(|id| (name, id.to_string()));
            return Ok((inner.stored, found.into_iter().collect(), String::new()));
        };
        let scan = {
            let mut known = self.inner.lock().await;
            match known.get(path) {
                Some(scan) if scan.folders == *folders => Arc::clone(scan),
                _ => {
                    let scan = Self::at(place.top(), folders, self.depth + 1)?;
                    let scan = Arc::new(scan);
                    known.insert(path.to_vec(), Arc::clone(&scan));
                    scan
                }
            }
        };
        let words = ["rev-parse", "--quiet", "--verify", "HEAD"];
        let head = scan.git.find("look for a commit", &words, stop);
        let (head, tree) = tokio::join!(head, Box::pin(scan.tree(stop)));
        let (head, tree) = (head?, tree?);
        // One without a commit cannot be added by git: it belongs to no tree, and its content counts all the same.
        let commit = head.and_then(|head| Id::read(head.trim_ascii()));
        let mut found = vec![(name.clone(), tree.id)];
        for (below, id) in tree.nested {
            found.push((format!("{name}/{below}"), id));
        }
        Ok((commit.or(inner.stored), found, tree.rules))
    }
}

/// Takes the folders out that may be repositories, and has the others be files.
fn repositories(
    top: &Path,
    listing: &mut Listing,
    leading: &Folders,
) -> std::io::Result<BTreeMap<Vec<u8>, Inner>> {
    let mut repositories = BTreeMap::new();
    for (path, inner) in std::mem::take(&mut listing.repositories) {
        let is_there = leading.lead_to(&path);
        match read::found(&top.join(OsStr::from_bytes(&path)))? {
            Some(found) if is_there && found.is_dir() => {
                repositories.insert(path, inner);
            }
            Some(_) if is_there => {
                listing.files.entry(path).or_insert(None);
            }
            _ => {}
        }
    }
    Ok(repositories)
}

/// Reads the files that are there.
fn files(
    reader: &Reader<'_>,
    listing: Listing,
    leading: &Folders,
) -> Result<BTreeMap<Vec<u8>, File>, VerifyError> {
    let listed = listing.files.into_iter();
    let listed: Vec<_> = listed.filter(|(path, _)| leading.lead_to(path)).collect();
    let paths: Vec<&[u8]> = listed.iter().map(|(path, _)| path.as_slice()).collect();
    let seen = reader.read(&paths)?;
    let files = listed.into_iter().zip(seen);
    Ok(files
        .filter_map(|((path, stored), seen)| {
            let file = File {
                stored,
                seen: seen?,
            };
            Some((path, file))
        })
        .collect())
}

/// Names the tree of everything below a folder; nothing if nothing is there.
fn plain(top: &Path, format: Format, stop: &CancellationToken) -> Result<Option<Id>, VerifyError> {
    let paths = read::below(top)?;
    let paths: Vec<&[u8]> = paths.iter().map(Vec::as_slice).collect();
    let reader = Reader {
        top,
        format,
        before: &Before::default(),
        stop,
    };
    let entries = paths.iter().copied().zip(reader.read(&paths)?);
    let entries: BTreeMap<Vec<u8>, (Mode, Id)> = entries
        .filter_map(|(path, seen)| seen.map(|seen| (path.to_vec(), (seen.mode, seen.id))))
        .collect();
    if entries.is_empty() {
        return Ok(None);
    }
    named(format, &entries).map(Some)
}

/// Names the tree of entries.
fn named(format: Format, entries: &BTreeMap<Vec<u8>, (Mode, Id)>) -> Result<Id, VerifyError> {
    let wrong = |said: String| VerifyError::Git {
        doing: "name the tree",
        said,
    };
    let repositories = entries.iter();
    for (path, _) in repositories.filter(|(_, (mode, _))| *mode == Mode::Repository) {
        let below = [path, b"/".as_slice()].concat();
        let next = entries.range(below.clone()..).next();
        if next.is_some_and(|(path, _)| path.starts_with(&below)) {
            let path = String::from_utf8_lossy(path);
            return Err(wrong(format!(
                "the index holds `{path}` as a repository, and files in it"
            )));
        }
    }
    let entries = entries.iter();
    let entries = entries.map(|(path, (mode, id))| (path.as_slice(), *mode, *id));
    object::tree(format, entries).map_err(|error| wrong(error.to_string()))
}
