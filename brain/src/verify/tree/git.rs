//! The id of a git tree, by git itself, on a copy of the index.
//!
//! Git is asked to add everything to a copy of the user's index, with a folder of its own for new objects, and its id is
//! right by construction. What could hide a change is switched off: flags of entries (`assume-unchanged`,
//! `skip-worktree`), file system monitors, sparse checkouts. Hooks do not run.
//!
//! The times and sizes in the user's index are not believed either: an edit of the same size within the second in which
//! the file was added, with its time set back, would pass, and whoever can write the work tree can write the index. So
//! every file is read, by a time of the copy ([`UNTRUSTED`]) that makes git doubt each entry. A second look at the same
//! work tree reads nothing again if the system itself says that nobody has touched a file in between (`stamp`).

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use super::Tree;
use super::rules;
use super::stamp::Stamp;
use crate::step::process::{self, End, Environment, Invocation, Program};
use crate::verify::error::VerifyError;
use crate::verify::place::{ARTIFACTS, GitFolders, Place};
use crate::verify::program::search_path;

/// Settings that make git look at everything, and only look.
const SETTINGS: &[&str] = &[
    "core.fsmonitor=false",
    "core.untrackedCache=false",
    "core.splitIndex=false",
    "core.trustctime=true",
    "core.checkStat=default",
    "core.fileMode=true",
    "core.symlinks=true",
    "core.ignoreCase=false",
    "core.sparseCheckout=false",
    "index.sparse=false",
    // A path that is no folder: there is no hook in it.
    "core.hooksPath=/dev/null",
    "core.safecrlf=false",
    "add.ignoreErrors=false",
    "advice.addEmbeddedRepo=false",
    // The objects are thrown away: packing and syncing them would be for nothing.
    "core.looseCompression=0",
    "core.fsync=none",
    "maintenance.auto=false",
    "gc.auto=0",
];

/// The most that git may say: the paths of millions of files.
const MOST: u64 = 1024 * 1024 * 1024;

/// How long one command of git may take: a first look at a very large tree on a slow disk.
const LIMIT: Duration = Duration::from_secs(30 * 60);

/// How much of what git complains of is repeated.
const COMPLAINT: usize = 2 * 1024;

/// Repositories within repositories are followed so deep: a loop of links ends here.
const DEEPEST: usize = 16;

/// What the copy of the index says of when it was written: before every file, so that git compares contents.
///
/// Not the epoch itself, which git takes for "not known". Files of that very second are left to [`Stamp::is_of_the_epoch`].
const UNTRUSTED: Duration = Duration::from_secs(1);

/// The kind of an entry that is a repository of its own.
const REPOSITORY: &[u8] = b"160000";

/// Git at the top of a work tree.
pub(super) struct Git {
    top: PathBuf,
    environment: Environment,
}

impl Git {
    /// Prepares to call git on the user's own index.
    pub(super) fn new(top: &Path) -> Self {
        let mut environment = Environment::only(["HOME", "XDG_CONFIG_HOME", "TMPDIR"])
            .with("PATH", search_path(top))
            .with("LC_ALL", "C")
            .with("GIT_WORK_TREE", ".")
            .with("GIT_OPTIONAL_LOCKS", "0")
            .with("GIT_TERMINAL_PROMPT", "0")
            .with("GIT_NO_LAZY_FETCH", "1")
            .with("GIT_NO_REPLACE_OBJECTS", "1");
        // Git looks for its folder from the top, and must not look above.
        if let Some(above) = top.parent().and_then(Path::to_str) {
            environment = environment.with("GIT_CEILING_DIRECTORIES", above);
        }
        Self {
            top: top.to_owned(),
            environment,
        }
    }

    /// Runs a command, and gives what it prints.
    pub(super) async fn run(
        &self,
        doing: &'static str,
        words: &[&str],
        stdin: Option<Vec<u8>>,
        stop: &CancellationToken,
    ) -> Result<Vec<u8>, VerifyError> {
        let (end, stdout, stderr) = self.call(doing, words, stdin, stop).await?;
        match end {
            End::Exited(0) => Ok(stdout),
            _ => Err(failed(doing, end, &stderr)),
        }
    }

    async fn call(
        &self,
        doing: &'static str,
        words: &[&str],
        stdin: Option<Vec<u8>>,
        stop: &CancellationToken,
    ) -> Result<(End, Vec<u8>, String), VerifyError> {
        let mut argv = vec!["git".to_owned()];
        for setting in SETTINGS {
            argv.extend(["-c".to_owned(), (*setting).to_owned()]);
        }
        argv.extend(words.iter().map(|word| (*word).to_owned()));
        let mut invocation = Invocation::new(Program::Argv(argv));
        invocation.folder = Some(self.top.clone());
        invocation.environment = self.environment.clone();
        invocation.stdin = stdin;
        invocation.max_output = MOST;
        let finished = process::run(invocation, LIMIT, stop, None).await;
        let finished = finished.map_err(|error| VerifyError::Git {
            doing,
            said: error.to_string(),
        })?;
        let stdout = finished.stdout.bytes().unwrap_or_default().to_vec();
        Ok((finished.end, stdout, finished.stderr.end(COMPLAINT)))
    }
}

fn failed(doing: &'static str, end: End, stderr: &str) -> VerifyError {
    let said = match (stderr.trim(), end) {
        ("", End::Exited(code)) => format!("it ended with exit code {code}"),
        ("", End::Cancelled) => "it was stopped".to_owned(),
        ("", end) => format!("it ended with {end:?}"),
        (said, _) => said.to_owned(),
    };
    VerifyError::Git { doing, said }
}

/// Looks at a work tree.
pub(super) struct Scan {
    git: Git,
    folders: GitFolders,
    depth: usize,
    index: PathBuf,
    /// The second in which the last look began, and what was there then.
    last: Mutex<Option<(i64, Vec<Stamp>)>>,
    _scratch: TempDir,
}

impl Scan {
    /// Copies the index.
    pub(super) fn new(top: &Path, folders: &GitFolders) -> Result<Self, VerifyError> {
        Self::at(top, folders, 0)
    }

    fn at(top: &Path, folders: &GitFolders, depth: usize) -> Result<Self, VerifyError> {
        let scratch = scratch(top, folders)?;
        let (index, objects) = (scratch.path().join("index"), scratch.path().join("objects"));
        let named = |path: &Path| {
            path.to_str().map(str::to_owned).ok_or(VerifyError::Git {
                doing: "work in the temporary folder",
                said: "its path is no UTF-8: set `TMPDIR` to another one".to_owned(),
            })
        };
        let prepare = || -> io::Result<()> {
            std::fs::create_dir_all(objects.join("info"))?;
            let alternates = quoted(folders.shared.join("objects").as_os_str().as_bytes());
            std::fs::write(objects.join("info/alternates"), alternates)?;
            copy_index(&folders.own.join("index"), &index)
        };
        prepare().map_err(VerifyError::file("prepare", scratch.path()))?;
        let mut git = Git::new(top);
        git.environment = git
            .environment
            .with("GIT_INDEX_FILE", named(&index)?)
            .with("GIT_OBJECT_DIRECTORY", named(&objects)?);
        Ok(Self {
            git,
            folders: folders.clone(),
            depth,
            index,
            last: Mutex::default(),
            _scratch: scratch,
        })
    }

    /// Names what lies in the work tree now.
    pub(super) async fn tree(&self, stop: &CancellationToken) -> Result<Tree, VerifyError> {
        let rules = rules::hash(&self.git, &self.folders, stop);
        let (looked, rules) = tokio::join!(Box::pin(self.look(stop)), rules);
        let Looked {
            id,
            entries,
            unborn,
        } = looked?;
        let repositories = entries.iter().filter(|entry| entry.kind == REPOSITORY);
        let repositories = repositories.map(|entry| &entry.path).chain(&unborn);
        let mut nested = Vec::new();
        for path in repositories {
            nested.extend(self.nested(path, stop).await?);
        }
        nested.sort();
        Ok(Tree {
            id,
            kind: "gitTree",
            nested,
            rules: rules?,
        })
    }

    /// Brings the copy of the index up to date, and names its tree.
    async fn look(&self, stop: &CancellationToken) -> Result<Looked, VerifyError> {
        let begun = self.now()?;
        if !self.is_settled().await {
            distrust(&self.index).map_err(VerifyError::file("prepare", &self.index))?;
        }
        let unborn = self.add(stop).await?;
        // Nearly always nothing has to be mended, and the first name is the one.
        let (listed, mut id) = tokio::join!(self.list(stop), self.name(stop));
        let (mut entries, stamps) = listed?;
        let mut words = Words::default();
        for entry in &entries {
            words.sort(entry);
        }
        if !words.unread.is_empty() {
            // An entry that is written anew has no flags, and knows no times.
            let command = ["-z", "--index-info"];
            self.update(&command, Some(words.unread), stop).await?;
            self.add(stop).await?;
            (entries, _) = self.list(stop).await?;
            id = self.name(stop).await;
        }
        if !words.ours.is_empty() {
            let command = ["--force-remove", "-z", "--stdin"];
            self.update(&command, Some(words.ours), stop).await?;
            entries.retain(|entry| !entry.is_ours());
            id = self.name(stop).await;
        }
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        *last = Some((begun, stamps));
        Ok(Looked {
            id: id?,
            entries,
            unborn,
        })
    }

    /// Says whether every file that the last look has read is untouched since: then it need not be read again.
    async fn is_settled(&self) -> bool {
        let last = self
            .last
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let Some((begun, stamps)) = last else {
            return false;
        };
        let compared = tokio::task::spawn_blocking(move || {
            stamps.iter().all(|stamp| stamp.is_untouched(begun))
        });
        compared.await.unwrap_or(false)
    }

    /// Returns the second that the file system writes on a new file.
    fn now(&self) -> Result<i64, VerifyError> {
        let mark = self.index.with_extension("mark");
        let made = std::fs::write(&mark, "").and_then(|()| mark.metadata());
        let made = made.map_err(VerifyError::file("write", &mark))?;
        Ok(made.mtime())
    }

    async fn name(&self, stop: &CancellationToken) -> Result<String, VerifyError> {
        let words = ["write-tree", "--missing-ok"];
        let id = self.git.run("name the tree", &words, None, stop).await?;
        Ok(String::from_utf8_lossy(&id).trim().to_owned())
    }

    async fn update(
        &self,
        words: &[&str],
        paths: Option<Vec<u8>>,
        stop: &CancellationToken,
    ) -> Result<(), VerifyError> {
        let words = [&["update-index"], words].concat();
        let updated = self.git.run("update the index", &words, paths, stop).await;
        updated.map(drop)
    }

    /// Adds everything. Repositories without a commit, which git cannot add, are left out and returned.
    async fn add(&self, stop: &CancellationToken) -> Result<Vec<Vec<u8>>, VerifyError> {
        const DOING: &str = "read the work tree";
        let Err(refused) = self.git.run(DOING, &["add", "-A"], None, stop).await else {
            return Ok(Vec::new());
        };
        let words = ["ls-files", "-o", "-z", "--exclude-standard"];
        let others = self.git.run(DOING, &words, None, stop).await?;
        let mut unborn = Vec::new();
        for path in others.split(|byte| *byte == 0) {
            // Only a repository is listed as a folder.
            if let Some(path) = path.strip_suffix(b"/")
                && self.is_unborn(path, stop).await
            {
                unborn.push(path.to_vec());
            }
        }
        if unborn.is_empty() {
            return Err(refused);
        }
        let mut paths = b".\0".to_vec();
        for path in &unborn {
            paths.extend_from_slice(b":(top,exclude,literal)");
            paths.extend_from_slice(path);
            paths.push(0);
        }
        let words = ["add", "-A", "--pathspec-from-file=-", "--pathspec-file-nul"];
        self.git.run(DOING, &words, Some(paths), stop).await?;
        Ok(unborn)
    }

    /// Says whether the repository at `path` has no commit.
    async fn is_unborn(&self, path: &[u8], stop: &CancellationToken) -> bool {
        let folder = self.git.top.join(OsString::from_vec(path.to_vec()));
        let words = ["rev-parse", "--quiet", "--verify", "HEAD"];
        let git = Git::new(&folder);
        git.run("look for a commit", &words, None, stop)
            .await
            .is_err()
    }

    /// Lists what matters of the index, and all of its files.
    async fn list(
        &self,
        stop: &CancellationToken,
    ) -> Result<(Vec<Entry>, Vec<Stamp>), VerifyError> {
        let words = ["ls-files", "-s", "-v", "-z"];
        let listed = self.git.run("list the index", &words, None, stop).await?;
        let top = self.git.top.clone();
        // The system is asked about each file.
        let looked = tokio::task::spawn_blocking(move || {
            let lines = listed.split(|byte| *byte == 0);
            let entries = lines.filter_map(|line| Entry::read(line, &top));
            let (mut kept, mut stamps) = (Vec::new(), Vec::new());
            for (entry, stamp) in entries {
                // Entries that nothing is done with are many, and need not be kept.
                if entry.matters() {
                    kept.push(entry);
                }
                stamps.push(stamp);
            }
            (kept, stamps)
        });
        looked.await.map_err(|gone| VerifyError::Git {
            doing: "list the index",
            said: gone.to_string(),
        })
    }

    /// Names what lies in a repository within this one, if there is one.
    async fn nested(
        &self,
        path: &[u8],
        stop: &CancellationToken,
    ) -> Result<Vec<(String, String)>, VerifyError> {
        let name = String::from_utf8_lossy(path).into_owned();
        let folder = self.git.top.join(OsString::from_vec(path.to_vec()));
        // A submodule that is not checked out is an empty folder, or none: it belongs to the repository around it.
        let Ok(place) = Place::find(&folder) else {
            return Ok(Vec::new());
        };
        let Some(folders) = place.git() else {
            return Ok(Vec::new());
        };
        if place.top() == self.git.top || self.depth >= DEEPEST {
            return Ok(Vec::new());
        }
        let scan = Self::at(place.top(), folders, self.depth + 1)?;
        let tree = Box::pin(scan.tree(stop)).await?;
        let mut nested = vec![(name.clone(), tree.id)];
        for (inner, id) in tree.nested {
            nested.push((format!("{name}/{inner}"), id));
        }
        Ok(nested)
    }
}

/// What a look at a work tree gives.
struct Looked {
    /// The id of the tree.
    id: String,
    /// What matters of the index.
    entries: Vec<Entry>,
    /// Repositories that have no commit.
    unborn: Vec<Vec<u8>>,
}

/// An entry of the index.
struct Entry {
    tag: u8,
    kind: Vec<u8>,
    path: Vec<u8>,
    /// All of it, as git reads it again.
    line: Vec<u8>,
    is_of_the_epoch: bool,
}

impl Entry {
    /// Reads `H 100644 ID 0<TAB>path`.
    fn read(line: &[u8], top: &Path) -> Option<(Self, Stamp)> {
        let at = line.iter().position(|byte| *byte == b'\t')?;
        let (head, path) = (line.get(..at)?, line.get(at + 1..)?);
        let mut words = head.split(|byte| *byte == b' ');
        let stamp = Stamp::of(top.join(OsStr::from_bytes(path)));
        let entry = Self {
            tag: *words.next()?.first()?,
            kind: words.next()?.to_vec(),
            path: path.to_vec(),
            line: line.get(2..)?.to_vec(),
            is_of_the_epoch: stamp.is_of_the_epoch(),
        };
        Some((entry, stamp))
    }

    /// Says whether git may not have looked into its file.
    fn is_unread(&self) -> bool {
        self.tag.is_ascii_lowercase() || self.tag == b'S' || self.is_of_the_epoch
    }

    fn is_ours(&self) -> bool {
        let below = self.path.strip_prefix(ARTIFACTS.as_bytes());
        below.is_some_and(|rest| rest.is_empty() || rest.starts_with(b"/"))
    }

    fn matters(&self) -> bool {
        self.is_unread() || self.is_ours() || self.kind == REPOSITORY
    }
}

/// Lines for git's standard input.
#[derive(Default)]
struct Words {
    unread: Vec<u8>,
    ours: Vec<u8>,
}

impl Words {
    fn sort(&mut self, entry: &Entry) {
        if entry.is_ours() {
            self.ours.extend_from_slice(&entry.path);
            self.ours.push(0);
        } else if entry.is_unread() {
            self.unread.extend_from_slice(&entry.line);
            self.unread.push(0);
        }
    }
}

/// Makes a folder that vanishes: never in the work tree, which it would change.
fn scratch(top: &Path, folders: &GitFolders) -> Result<TempDir, VerifyError> {
    let usual = std::env::temp_dir();
    let is_inside = usual
        .canonicalize()
        .is_ok_and(|usual| usual.starts_with(top));
    let place = if is_inside { &folders.own } else { &usual };
    let made = tempfile::Builder::new()
        .prefix("brain-verify-")
        .tempdir_in(place);
    made.map_err(VerifyError::file("make a folder in", place))
}

/// Copies the index.
fn copy_index(from: &Path, to: &Path) -> io::Result<()> {
    match std::fs::read(from) {
        Ok(bytes) => std::fs::write(to, bytes),
        // A new repository has none.
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

/// Has git doubt each entry of the copy.
fn distrust(index: &Path) -> io::Result<()> {
    match File::options().write(true).open(index) {
        Ok(copy) => copy.set_modified(SystemTime::UNIX_EPOCH + UNTRUSTED),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
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
