//! The files below `.verify/artifacts`: receipts, and outputs by their hash.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::envelope::Envelope;
use super::error::VerifyError;
use super::hash;
use super::place::Place;
use super::statement::{Output, Statement};
use crate::step::process::Captured;

/// The folder of outputs.
pub(super) const OUTPUTS: &str = "outputs";

/// What keeps the folder out of git, even where nobody has run `verify init`.
pub(super) const IGNORE: &str = ".gitignore";
pub(super) const IGNORE_ALL: &str = "*\n";

/// How a file begins that is not whole yet.
pub(super) const UNFINISHED: &str = ".new-";

/// The largest receipt that is read: a hundred times what a long command line makes of one.
const LARGEST: u64 = 16 * 1024 * 1024;

/// A receipt as it lies in its file.
#[derive(Debug, Clone)]
pub struct Receipt {
    /// Its id, which names the file.
    pub id: String,
    /// The hash of the file.
    pub digest: String,
    /// The key that has signed it, or `unsigned`.
    pub key: String,
    /// What it says.
    pub statement: Statement,
    /// The file.
    pub(super) envelope: String,
}

/// Makes the folders, if they are not there.
pub(super) fn prepare(place: &Place) -> Result<(), VerifyError> {
    let artifacts = place.artifacts();
    let folder = artifacts.parent().unwrap_or(&artifacts);
    for path in [folder, &artifacts, &artifacts.join(OUTPUTS)] {
        match path.symlink_metadata() {
            Ok(found) if found.is_dir() => {}
            // A link would lead the receipts to a place that others decide.
            Ok(_) => {
                return Err(VerifyError::Artifacts {
                    path: path.to_owned(),
                });
            }
            Err(_) => {
                std::fs::create_dir_all(path)
                    .map_err(VerifyError::file("make the folder", path))?;
            }
        }
    }
    let ignore = artifacts.join(IGNORE);
    if ignore.symlink_metadata().is_err() {
        write(&ignore, IGNORE_ALL.as_bytes())?;
    }
    Ok(())
}

/// Keeps an output, unless it is there.
pub(super) fn keep(place: &Place, captured: &Captured) -> Result<Output, VerifyError> {
    let text;
    let bytes = if let Some(bytes) = captured.bytes() {
        bytes
    } else {
        text = captured.text();
        text.as_bytes()
    };
    let digest = hash::sha256(bytes);
    let path = place.artifacts().join(OUTPUTS).join(&digest);
    // One that is there under its hash is only written again if it is no longer what its name says.
    let is_file = path.symlink_metadata().is_ok_and(|found| found.is_file());
    if !is_file || std::fs::read(&path).ok().as_deref() != Some(bytes) {
        write(&path, bytes)?;
    }
    Ok(Output {
        sha256: digest,
        bytes: captured.total(),
        complete: captured.is_complete(),
    })
}

/// Returns the file of a receipt.
pub(super) fn file(place: &Place, id: &str) -> PathBuf {
    place.artifacts().join(format!("{id}.json"))
}

/// Writes a file such that it is there whole or not at all, also after a power cut.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), VerifyError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let written = || -> io::Result<()> {
        let mut file = tempfile::Builder::new()
            .prefix(UNFINISHED)
            .tempfile_in(folder)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)?;
        File::open(folder)?.sync_all()
    };
    written().map_err(VerifyError::file("write", path))
}

/// Reads the receipt in a file.
///
/// # Errors
/// Says what is wrong with it.
pub(super) fn read(path: &Path) -> Result<Receipt, String> {
    let name = path.file_name().and_then(|name| name.to_str());
    let id = name.and_then(|name| name.strip_suffix(".json"));
    let id = id.ok_or("its name is no id")?;
    let found = path
        .symlink_metadata()
        .map_err(|error| format!("it cannot be read: {error}"))?;
    if !found.is_file() || found.len() > LARGEST {
        return Err("it is no file of a receipt's size".to_owned());
    }
    let text =
        std::fs::read_to_string(path).map_err(|error| format!("it cannot be read: {error}"))?;
    parse(id, text)
}

/// Reads a receipt that should have this id.
pub(super) fn parse(id: &str, text: String) -> Result<Receipt, String> {
    let envelope: Envelope =
        serde_json::from_str(&text).map_err(|error| format!("it is no DSSE envelope: {error}"))?;
    let (payload, key) = envelope.open()?;
    let statement = Statement::parse(&payload)?;
    if statement.details().receipt != id {
        return Err(format!("it is receipt `{}`", statement.details().receipt));
    }
    if statement.details().chain != key {
        return Err("it belongs to the chain of another key".to_owned());
    }
    Ok(Receipt {
        id: id.to_owned(),
        digest: hash::sha256(text.as_bytes()),
        key,
        statement,
        envelope: text,
    })
}

/// Returns the files of all receipts, newest first.
pub(super) fn files(place: &Place) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(place.artifacts()) else {
        return Vec::new();
    };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .collect();
    // Ids begin with their time.
    paths.sort_by(|a, b| b.cmp(a));
    paths
}

/// Says what is wrong with the outputs of a receipt.
pub(super) fn outputs(place: &Place, statement: &Statement) -> Vec<String> {
    let details = statement.details();
    let mut wrong = Vec::new();
    for (name, output) in [("stdout", &details.stdout), ("stderr", &details.stderr)] {
        let Some(output) = output else { continue };
        if !hash::is_hex(&output.sha256) {
            wrong.push(format!("its {name} has no hash"));
            continue;
        }
        let path = place.artifacts().join(OUTPUTS).join(&output.sha256);
        if path.symlink_metadata().is_ok_and(|found| !found.is_file()) {
            wrong.push(format!("its {name} is no file"));
            continue;
        }
        match File::open(&path).and_then(hash::sha256_of) {
            Ok(digest) if digest == output.sha256 => {}
            Ok(_) => wrong.push(format!("its {name} was changed")),
            Err(error) => wrong.push(format!("its {name} cannot be read: {error}")),
        }
    }
    wrong
}
