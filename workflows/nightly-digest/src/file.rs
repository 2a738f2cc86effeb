//! Where digests are kept: one file a day.

use std::fs::{File, OpenOptions, Permissions};
use std::io::{self, Write as _};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use brain::clock::Timestamp;
use brain::prelude::*;

use crate::repository::Repository;
use crate::settings::Settings;

/// The folder of digests in the repository.
const FOLDER: &str = "digests";

/// Whoever may read what the user writes may read digests: the user's mask takes away what it takes from every file.
const MODE: u32 = 0o666;

/// Keeps a digest in the file of its day, below those that the day has, and returns the file's path.
pub(crate) fn save(settings: &Settings, repository: &Repository, digest: &str) -> Result<String> {
    let folder = match &settings.dir {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(&repository.top).join(FOLDER),
    };
    let day = Timestamp::from_microseconds(settings.now.saturating_mul(1000)).local_date();
    let path = folder.join(format!("{day}.md"));
    append(&folder, &path, digest).map_err(|error| {
        Failure::fatal(format!(
            "could not write `{}`: {error}; DIGEST_DIR=FOLDER keeps digests in another folder",
            path.display()
        ))
    })?;
    Ok(path.display().to_string())
}

fn append(folder: &Path, path: &Path, digest: &str) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    // Two digests of one day would else read the same file and one of them be lost. Where folders cannot be locked, as
    // on some network file systems, they may.
    let lock = File::open(folder)?;
    let _is_locked = lock.lock();
    let (mut text, mode) = match std::fs::read(path) {
        Ok(text) => (text, std::fs::metadata(path)?.permissions()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            (Vec::new(), Permissions::from_mode(MODE))
        }
        Err(error) => return Err(error),
    };
    let is_new = text.is_empty();
    if !is_new {
        text.extend_from_slice(b"\n---\n\n");
    }
    text.extend_from_slice(digest.as_bytes());
    // Whole or not at all: a new file takes the place of the old one.
    let file = tempfile::Builder::new()
        .prefix(".digest-")
        .make_in(folder, |beside| create(beside, mode.mode()))?;
    // Not through `file`, whose errors name the file beside: the reader knows the page only.
    file.as_file().write_all(&text)?;
    if !is_new {
        file.as_file().set_permissions(mode)?;
    }
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

fn create(path: &Path, mode: u32) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(mode & 0o777);
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(folder: &Path) -> Settings {
        let folder = folder.to_str().unwrap().to_owned();
        Settings::read(1_000_000, |name| match name {
            "DIGEST_DIR" => Ok(folder.clone()),
            _ => Err(std::env::VarError::NotPresent),
        })
        .unwrap()
    }

    fn repository(top: &str) -> Repository {
        Repository::parse(&format!("{top}\n{top}/.git\nfalse\nfalse\nmain")).unwrap()
    }

    #[test]
    fn a_second_digest_of_a_day_comes_below_the_first() {
        let folder = tempfile::tempdir().unwrap();
        let settings = settings(&folder.path().join("a/b"));
        let path = save(&settings, &repository("/w"), "# One\n").unwrap();
        std::fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        assert_eq!(save(&settings, &repository("/w"), "# Two\n").unwrap(), path);
        assert_eq!(
            std::fs::read_to_string(&path).unwrap(),
            "# One\n\n---\n\n# Two\n"
        );
        let mode = std::fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        let beside = std::fs::read_dir(folder.path().join("a/b")).unwrap();
        assert_eq!(beside.count(), 1);
    }

    #[test]
    fn digests_of_one_moment_are_all_kept() {
        let folder = tempfile::tempdir().unwrap();
        let settings = settings(folder.path());
        std::thread::scope(|scope| {
            for number in 0..16 {
                let settings = &settings;
                scope.spawn(move || {
                    save(settings, &repository("/w"), &format!("# {number:02}\n")).unwrap();
                });
            }
        });
        let path = save(&settings, &repository("/w"), "# last\n").unwrap();
        let text = std::fs::read_to_string(path).unwrap();
        let mut titles: Vec<&str> = text.lines().filter(|line| line.starts_with('#')).collect();
        titles.sort_unstable();
        assert_eq!(titles.len(), 17);
        titles.dedup();
        assert_eq!(titles.len(), 17);
    }

    #[test]
    fn what_is_in_the_way_is_named_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "mine").unwrap();
        let error = save(&settings(&file), &repository("/w"), "# One\n").unwrap_err();
        let error = error.to_string();
        assert!(
            error.contains(file.to_str().unwrap()) && error.contains("DIGEST_DIR"),
            "{error}"
        );
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    }
}
