//! The hash of the files that a check depends on, for folders that git knows nothing of.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::File;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use crate::verify::error::VerifyError;
use crate::verify::hash;
use crate::verify::place::ARTIFACTS;

/// Returns the hash of all files below `top` that one of `globs` fits: their paths, kinds and contents.
pub(super) fn hash(top: &Path, globs: &[String]) -> Result<String, VerifyError> {
    let mut found = BTreeMap::new();
    walk(top, Path::new(""), globs, &mut found)?;
    let mut text = Vec::new();
    for (path, said) in found {
        // A NUL is in no path, and a line end not in what follows.
        text.extend_from_slice(path.as_bytes());
        text.push(0);
        text.extend_from_slice(said.as_bytes());
        text.push(b'\n');
    }
    Ok(hash::sha256(&text))
}

fn walk(
    top: &Path,
    below: &Path,
    globs: &[String],
    found: &mut BTreeMap<OsString, String>,
) -> Result<(), VerifyError> {
    let folder = top.join(below);
    let entries = std::fs::read_dir(&folder).map_err(VerifyError::file("read", &folder))?;
    for entry in entries {
        let entry = entry.map_err(VerifyError::file("read", &folder))?;
        let path: PathBuf = below.join(entry.file_name());
        if path == Path::new(ARTIFACTS) {
            continue;
        }
        let kind = entry
            .file_type()
            .map_err(VerifyError::file("read", entry.path()))?;
        if kind.is_dir() {
            walk(top, &path, globs, found)?;
            continue;
        }
        let name = path.as_os_str().as_bytes();
        if !globs
            .iter()
            .any(|glob| fast_glob::glob_match(glob.as_bytes(), name))
        {
            continue;
        }
        let said =
            describe(&entry.path(), kind).map_err(VerifyError::file("read", entry.path()))?;
        found.insert(path.into_os_string(), said);
    }
    Ok(())
}

/// Says what a file is: the same three kinds that git knows.
fn describe(path: &Path, kind: std::fs::FileType) -> std::io::Result<String> {
    if kind.is_symlink() {
        let target = std::fs::read_link(path)?;
        return Ok(format!(
            "link {}",
            hash::sha256(target.as_os_str().as_bytes())
        ));
    }
    if !kind.is_file() {
        return Ok("special".to_owned());
    }
    let file = File::open(path)?;
    let mode = file.metadata()?.permissions().mode();
    let word = if mode & 0o100 == 0 { "file" } else { "program" };
    Ok(format!("{word} {}", hash::sha256_of(file)?))
}
