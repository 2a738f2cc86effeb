//! The settings outside of the tree that decide what is in it.
//!
//! Files that are ignored are no part of a tree, and a filter decides what git sees of a file. What says so inside of the
//! tree is named with it; what says so outside (`info/exclude`, `info/attributes`, the user's own lists, filters) is
//! named here, so that a proof made under other rules does not count.

use std::path::{Path, PathBuf};

use tokio_util::sync::CancellationToken;

use super::git::Git;
use crate::verify::error::VerifyError;
use crate::verify::hash;
use crate::verify::place::GitFolders;

/// The settings that count.
const KEYS: &str =
    r"^(filter\..*|core\.(autocrlf|eol|excludesfile|attributesfile|precomposeunicode))$";

/// Returns the hash of the rules; that of nothing, if there are none.
pub(super) async fn hash(
    git: &Git,
    folders: &GitFolders,
    stop: &CancellationToken,
) -> Result<String, VerifyError> {
    let words = ["config", "--get-regexp", "-z", "--includes", KEYS];
    // Exit code 1 says that there are none.
    let settings = match git.run("read its settings", &words, None, stop).await {
        Ok(settings) => settings,
        Err(VerifyError::Git { said, .. }) if said.ends_with("exit code 1") => Vec::new(),
        Err(error) => return Err(error),
    };
    let mut text = Vec::new();
    let mut part = |name: &str, bytes: &[u8]| {
        if !bytes.is_empty() {
            text.extend_from_slice(format!("{name} {}\n", bytes.len()).as_bytes());
            text.extend_from_slice(bytes);
        }
    };
    part("settings", &settings);
    for name in ["info/exclude", "info/attributes"] {
        part(name, &lines(&folders.shared.join(name)));
    }
    for (key, default) in [
        ("core.excludesfile", "git/ignore"),
        ("core.attributesfile", "git/attributes"),
    ] {
        let file = named(&settings, key).or_else(|| user_file(default));
        part(key, &file.map(|file| lines(&file)).unwrap_or_default());
    }
    Ok(hash::sha256(&text))
}

/// Returns the lines of a file that say something. One that cannot be read says nothing to git either.
fn lines(path: &Path) -> Vec<u8> {
    let bytes = std::fs::read(path).unwrap_or_default();
    let said = bytes
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty() && !line.starts_with(b"#"));
    said.flat_map(|line| [line, b"\n"].concat()).collect()
}

/// Returns the file that a setting names.
fn named(settings: &[u8], key: &str) -> Option<PathBuf> {
    let settings = String::from_utf8_lossy(settings);
    let mut value = settings.split('\0').filter_map(|entry| {
        let (found, value) = entry.split_once('\n')?;
        (found == key).then_some(value)
    });
    let value = value.next_back()?;
    match value.strip_prefix("~/") {
        Some(rest) => Some(PathBuf::from(std::env::var_os("HOME")?).join(rest)),
        None => Some(PathBuf::from(value)),
    }
}

/// Returns the file that git reads if no setting names one.
fn user_file(name: &str) -> Option<PathBuf> {
    let folder = match std::env::var_os("XDG_CONFIG_HOME").filter(|value| !value.is_empty()) {
        Some(folder) => PathBuf::from(folder),
        None => PathBuf::from(std::env::var_os("HOME")?).join(".config"),
    };
    Some(folder.join(name))
}
