//! Files that a child reads what no command line holds from: a long script, large values.
//!
//! They stand in a folder that only this user can enter, and go with it. Its name tells the run and this process, so that whoever
//! finds the run dead finds what its process could not remove, and no more than that.

use std::{
    env,
    fs::{self, File, Permissions},
    io::{self, Write as _},
    os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _},
    path::PathBuf,
};

use tempfile::TempDir;
use tokio::task;

use super::{error::ProcessError, starter::Starter};

/// What the names of all such folders begin with.
const PREFIX: &str = "brain-";

/// Files for one command, removed when this is dropped.
#[derive(Debug)]
pub struct PrivateFiles {
    run: String,
    folder: Option<TempDir>,
    count: usize,
    unwritten: Vec<Unwritten>,
}

struct Unwritten {
    path: PathBuf,
    content: String,
}

impl PrivateFiles {
    /// Has none yet. `run` is the id of the run, which may be empty.
    pub fn new(run: &str) -> Self {
        Self {
            run: run.to_owned(),
            folder: None,
            count: 0,
            unwritten: Vec::new(),
        }
    }

    /// Adds a file, and returns its path. It is there once [`write`](Self::write) is done.
    ///
    /// # Errors
    /// Returns a [`ProcessError::PrivateFile`] if there can be no folder for it.
    pub fn add(&mut self, content: String) -> Result<PathBuf, ProcessError> {
        let size = content.len();
        let folder = if let Some(folder) = &self.folder {
            folder
        } else {
            let folder = new_folder(&self.run).map_err(|source| refused(size, &source))?;
            self.folder.insert(folder)
        };
        self.count += 1;
        let path = folder.path().join(self.count.to_string());
        self.unwritten.push(Unwritten {
            path: path.clone(),
            content,
        });
        Ok(path)
    }

    /// Writes what was added.
    ///
    /// # Errors
    /// Returns a [`ProcessError::PrivateFile`] if the system refuses.
    pub async fn write(&mut self) -> Result<(), ProcessError> {
        let unwritten = std::mem::take(&mut self.unwritten);
        if unwritten.is_empty() {
            return Ok(());
        }
        let write = move || unwritten.iter().try_for_each(Unwritten::write);
        let written = task::spawn_blocking(write).await;
        written.unwrap_or_else(|gone| Err(refused(0, &io::Error::other(gone))))
    }
}

impl Unwritten {
    fn write(&self) -> Result<(), ProcessError> {
        let mut options = File::options();
        let file = options.write(true).create_new(true).mode(0o600);
        let written = file
            .open(&self.path)
            .and_then(|mut file| file.write_all(self.content.as_bytes()));
        written.map_err(|source| refused(self.content.len(), &source))
    }
}

/// Shows the path and the size: the content may be a secret.
impl std::fmt::Debug for Unwritten {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Unwritten")
            .field("path", &self.path)
            .field("content", &self.content.len())
            .finish()
    }
}

fn new_folder(run: &str) -> io::Result<TempDir> {
    let prefix = match prefix(run) {
        Some(prefix) => format!("{prefix}{}-", Starter::own()),
        None => PREFIX.to_owned(),
    };
    tempfile::Builder::new()
        .prefix(&prefix)
        .permissions(Permissions::from_mode(0o700))
        .tempdir()
}

/// Returns what the names of a run's folders begin with.
fn prefix(run: &str) -> Option<String> {
    // It is a part of a path, whatever a caller takes for an id.
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let is_id = !run.is_empty() && run.chars().all(is_plain);
    is_id.then(|| format!("{PREFIX}{run}-"))
}

fn refused(size: usize, source: &io::Error) -> ProcessError {
    ProcessError::PrivateFile {
        size,
        folder: env::temp_dir(),
        // Of one that names a path, which nobody can find later, only the kind.
        source: match source.raw_os_error() {
            Some(code) => io::Error::from_raw_os_error(code),
            None => source.kind().into(),
        },
    }
}

/// Removes the folders of a run whose processes are gone.
pub(super) fn remove_left_over(run: &str) {
    let Some(prefix) = prefix(run) else {
        return;
    };
    let found = fs::read_dir(env::temp_dir()).into_iter().flatten();
    for entry in found.filter_map(Result::ok) {
        if is_left_over(&entry.file_name().to_string_lossy(), &prefix) {
            // What somebody else has made there under such a name stays.
            fs::remove_dir_all(entry.path()).ok();
        }
    }
}

/// Says whether a folder has the name of one whose process is gone: the prefix, the process, and letters by chance.
fn is_left_over(name: &str, prefix: &str) -> bool {
    let rest = name.strip_prefix(prefix);
    let starter = rest.and_then(|rest| rest.rsplit_once('-'));
    let starter = starter.and_then(|(starter, _)| starter.parse::<Starter>().ok());
    starter.is_some_and(|starter| !starter.may_live())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    const RUN: &str = "0193a5d2-7c1b-7f00-8000-00000000abcd";

    #[tokio::test]
    async fn files_are_private_and_go_with_what_stands_for_them() {
        let mut files = PrivateFiles::new(RUN);
        let (first, second) = (
            files.add("a".to_owned()).unwrap(),
            files.add(String::new()).unwrap(),
        );
        files.write().await.unwrap();
        assert_eq!(fs::read_to_string(&first).unwrap(), "a");
        assert_eq!(fs::read_to_string(&second).unwrap(), "");
        let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
        let folder = first.parent().unwrap();
        assert_eq!((mode(&first), mode(folder)), (0o600, 0o700));
        drop(files);
        assert!(!folder.exists());
    }

    #[tokio::test]
    async fn those_of_a_dead_process_are_removed_and_no_others() {
        let run = uuid::Uuid::now_v7().to_string();
        let mut living = PrivateFiles::new(&run);
        let living_path = living.add(String::new()).unwrap();
        living.write().await.unwrap();
        // No process has such an id: the kernel gives out no more than four million.
        let folder = |run: &str, starter: &str| {
            let path = env::temp_dir().join(format!("{PREFIX}{run}-{starter}-abcdef"));
            fs::create_dir(&path).unwrap();
            fs::write(path.join("1"), "").unwrap();
            path
        };
        let other = uuid::Uuid::now_v7().to_string();
        let dead = folder(&run, "2147483647-7");
        let others = [folder(&other, "2147483647-7"), folder(&run, "no-process")];
        for odd in ["", "/", "..", "*"] {
            remove_left_over(odd);
        }
        assert!(dead.exists());
        remove_left_over(&run);
        assert!(!dead.exists() && living_path.exists());
        for other in others {
            assert!(other.exists(), "{}", other.display());
            fs::remove_dir_all(other).unwrap();
        }
    }
}
