//! The file of checks of a work tree.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

use brain_syntax::policy::{Check, Fault, Policy, Reader};

use super::error::VerifyError;
use super::hash;
use super::place::Place;

/// The checks of a work tree, and the hash of the bytes they were read from.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// The checks.
    pub policy: Policy,
    /// The hash of the file, as 64 digits.
    pub digest: String,
}

/// The largest file of checks that is read: ten thousand checks fit, and a wrong file does not fill the memory.
const LARGEST: u64 = 4 * 1024 * 1024;

/// Reads the file of checks, once.
///
/// # Errors
/// [`VerifyError::NoPolicy`], [`VerifyError::Unreadable`] or [`VerifyError::Policy`].
pub fn load(place: &Place) -> Result<Loaded, VerifyError> {
    let path = place.policy();
    let unreadable = |source: io::Error| VerifyError::Unreadable {
        path: path.clone(),
        source,
    };
    let metadata = match path.metadata() {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(VerifyError::NoPolicy {
                top: place.top().to_owned(),
            });
        }
        Err(error) => return Err(unreadable(error)),
    };
    if !metadata.is_file() || metadata.len() > LARGEST {
        let what = "it is no file, or larger than 4 MiB";
        return Err(unreadable(io::Error::other(what)));
    }
    if !place.holds(&path) {
        let what = "it lies outside of the work tree";
        return Err(unreadable(io::Error::other(what)));
    }
    let bytes = std::fs::read(&path).map_err(unreadable)?;
    let digest = hash::sha256(&bytes);
    let text = String::from_utf8(bytes)
        .map_err(|error| unreadable(io::Error::new(io::ErrorKind::InvalidData, error)))?;
    let policy = Policy::parse(&text).map_err(VerifyError::Policy)?;
    patterns(&policy)?;
    Ok(Loaded { policy, digest })
}

/// Checks what the parser has no library for.
fn patterns(policy: &Policy) -> Result<(), VerifyError> {
    for check in &policy.checks {
        let Some(Reader::Regex(pattern)) = check.min_tests.as_ref().map(|tests| &tests.reader)
        else {
            continue;
        };
        let what = match regex_lite::Regex::new(pattern) {
            Ok(pattern) if pattern.captures_len() > 1 => continue,
            Ok(_) => "has no group that holds the number".to_owned(),
            Err(error) => format!("is no pattern: {error}"),
        };
        return Err(VerifyError::Policy(vec![Fault {
            line: 1,
            column: 1,
            what: format!("the `pattern` of check `{}` {what}", check.id),
            help: Some("write `([0-9]+) passed`".to_owned()),
        }]));
    }
    Ok(())
}

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asked {
    /// The check with this id.
    Check(String),
    /// A command.
    Argv(Vec<OsString>),
}

/// What the policy says to that.
pub(super) enum Answer<'p> {
    Allowed(&'p Check),
    Refused(String),
}

/// Finds the check that is asked for. A command must be the one of a check, word for word.
pub(super) fn answer<'p>(policy: &'p Policy, asked: &Asked) -> Result<Answer<'p>, VerifyError> {
    let words = match asked {
        Asked::Check(id) => {
            let found = policy.check(id).map(Answer::Allowed);
            return found.ok_or_else(|| VerifyError::NoCheck {
                id: id.clone(),
                hint: policy.hint(id),
            });
        }
        Asked::Argv(words) => words,
    };
    let is_same = |check: &&Check| {
        let allowed = check.unfiltered();
        allowed.len() == words.len() && allowed.iter().zip(words).all(|(a, b)| b == a.as_str())
    };
    let found: Vec<&Check> = policy.checks.iter().filter(is_same).collect();
    match found.as_slice() {
        [check] => Ok(Answer::Allowed(check)),
        [] => Ok(Answer::Refused(reason(policy, words))),
        several => Err(VerifyError::Ambiguous {
            ids: several.iter().map(|check| check.id.clone()).collect(),
        }),
    }
}

/// Says why a command is refused, and what would have been allowed.
fn reason(policy: &Policy, words: &[OsString]) -> String {
    let near = policy
        .checks
        .iter()
        .find(|check| check.argv.first().map(OsString::from).as_ref() == words.first());
    match near {
        Some(check) => format!(
            "no check runs exactly this; check `{}` runs {}",
            check.id,
            shown(&check.unfiltered())
        ),
        None => "no check runs this command".to_owned(),
    }
}

/// Writes a command so that its words can be told apart.
pub(super) fn shown(argv: &[String]) -> String {
    let is_plain = |word: &String| {
        !word.is_empty()
            && word
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c))
    };
    let words = argv.iter().map(|word| {
        if is_plain(word) {
            word.clone()
        } else {
            format!("{word:?}")
        }
    });
    format!("`{}`", words.collect::<Vec<_>>().join(" "))
}

/// Returns the folder that a check runs in.
pub(super) fn folder(place: &Place, check: &Check) -> Result<PathBuf, VerifyError> {
    let folder = place.top().join(&check.folder);
    let wrong = |what| VerifyError::Folder {
        check: check.id.clone(),
        folder: check.folder.clone(),
        what,
    };
    if !folder.is_dir() {
        return Err(wrong("is no folder"));
    }
    if !place.holds(&folder) {
        return Err(wrong("lies outside of the work tree"));
    }
    Ok(folder)
}
