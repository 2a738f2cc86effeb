//! Reads the files of a work tree, each once, by all processors.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs::{File, Metadata};
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;
use tokio_util::sync::CancellationToken;

use super::object::{self, Format, Id, Mode};
use super::stamp::Stamp;
use crate::verify::error::VerifyError;

/// The most threads that read: more only wait for the same disk.
const THREADS: usize = 8;

/// So few files are not worth a thread.
const FEW: usize = 64;

/// How often a file is read again that grew shorter while it was read.
const TRIES: usize = 3;

/// What lies at a path.
#[derive(Debug, Clone)]
pub(super) struct Seen {
    stamp: Stamp,
    pub(super) mode: Mode,
    /// The name of the content as it lies there.
    pub(super) id: Id,
    /// Whether there is a carriage return in it.
    pub(super) has_return: bool,
    /// Whether it was known from the look before, and not read again.
    pub(super) is_known: bool,
}

/// What the last look at the same work tree saw.
#[derive(Debug, Default)]
pub(super) struct Before {
    /// The second in which it began.
    pub(super) begun: i64,
    pub(super) files: HashMap<Vec<u8>, Seen>,
}

/// Reads files.
pub(super) struct Reader<'a> {
    pub(super) top: &'a Path,
    pub(super) format: Format,
    pub(super) before: &'a Before,
    pub(super) stop: &'a CancellationToken,
}

impl Reader<'_> {
    /// Reads what lies at each of the paths; nothing where no file and no link is.
    pub(super) fn read(&self, paths: &[&[u8]]) -> Result<Vec<Option<Seen>>, VerifyError> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = threads.min(THREADS).min(paths.len().div_ceil(FEW)).max(1);
        let share = paths.len().div_ceil(threads).max(1);
        std::thread::scope(|scope| {
            let mut shares = paths.chunks(share);
            let first = shares.next().unwrap_or_default();
            let others: Vec<_> = shares
                .map(|paths| scope.spawn(|| self.part(paths)))
                .collect();
            let mut all = self.part(first)?;
            for other in others {
                let part = other.join();
                all.extend(part.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
            }
            Ok(all)
        })
    }

    fn part(&self, paths: &[&[u8]]) -> Result<Vec<Option<Seen>>, VerifyError> {
        let mut buffer = Vec::new();
        let one = |path: &&[u8]| {
            let file = self.top.join(OsStr::from_bytes(path));
            self.one(path, &file, &mut buffer)
                .map_err(VerifyError::file("read", file))
        };
        paths.iter().map(one).collect()
    }

    fn one(&self, path: &[u8], file: &Path, buffer: &mut Vec<u8>) -> io::Result<Option<Seen>> {
        if self.stop.is_cancelled() {
            return Err(io::Error::other("it was stopped"));
        }
        let mut tries = 1..TRIES;
        loop {
            let Some(found) = found(file)? else {
                return Ok(None);
            };
            if found.is_dir() {
                return Ok(None);
            }
            let stamp = Stamp::of(&found);
            if let Some(known) = self.before.files.get(path)
                && known.stamp == stamp
                && stamp.was_settled(self.before.begun)
            {
                return Ok(Some(Seen {
                    is_known: true,
                    ..known.clone()
                }));
            }
            match self.content(file, &found, buffer) {
                // It is being written: the next look at it is another one.
                Err(error) if is_passing(&error) && tries.next().is_some() => {}
                read => {
                    let (mode, id, has_return) = read?;
                    return Ok(Some(Seen {
                        stamp,
                        mode,
                        id,
                        has_return,
                        is_known: false,
                    }));
                }
            }
        }
    }

    fn content(
        &self,
        path: &Path,
        found: &Metadata,
        buffer: &mut Vec<u8>,
    ) -> io::Result<(Mode, Id, bool)> {
        if found.is_symlink() {
            let target = std::fs::read_link(path)?;
            let id = object::blob(self.format, target.as_os_str().as_bytes())?;
            return Ok((Mode::Link, id, false));
        }
        let special = || io::Error::other("it is neither a file nor a link");
        if !found.is_file() {
            return Err(special());
        }
        // What took its place meanwhile must neither lead elsewhere nor keep this process waiting.
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
        let file = File::options()
            .read(true)
            .custom_flags(flags.bits().cast_signed())
            .open(path)?;
        let found = file.metadata()?;
        if !found.is_file() {
            return Err(special());
        }
        let mode = match found.permissions().mode() & 0o100 {
            0 => Mode::File,
            _ => Mode::Program,
        };
        let (id, has_return) = object::blob_of(self.format, found.len(), file, buffer)?;
        Ok((mode, id, has_return))
    }
}

/// Asks the system what lies at a path; nothing if there is nothing.
pub(super) fn found(path: &Path) -> io::Result<Option<Metadata>> {
    match path.symlink_metadata() {
        Ok(found) => Ok(Some(found)),
        Err(error) if is_absent(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

fn is_absent(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

fn is_passing(error: &io::Error) -> bool {
    is_absent(error) || error.kind() == io::ErrorKind::UnexpectedEof
}

/// Lists all files and links below a folder, sorted, by their paths from it.
pub(super) fn below(top: &Path) -> Result<Vec<Vec<u8>>, VerifyError> {
    let mut files = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        let path = top.join(&folder);
        let entries = std::fs::read_dir(&path).map_err(VerifyError::file("read", &path))?;
        for entry in entries {
            let entry = entry.map_err(VerifyError::file("read", &path))?;
            let kind = entry
                .file_type()
                .map_err(VerifyError::file("read", entry.path()))?;
            let name = folder.join(entry.file_name());
            if kind.is_dir() {
                folders.push(name);
            } else {
                files.push(name.into_os_string().as_bytes().to_vec());
            }
        }
    }
    files.sort();
    Ok(files)
}
