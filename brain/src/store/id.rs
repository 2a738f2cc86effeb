//! Names of runs.

use std::fmt;
use std::str::FromStr;

use uuid::Uuid;

use crate::clock;

/// The name of a run: a UUID of version 7, so that ids sort by the time they were made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RunId(Uuid);

impl RunId {
    /// How many of its last digits people see and type: 32 bits, of which all are random.
    const SHORT: usize = 8;

    /// Makes a new id.
    #[expect(
        clippy::new_without_default,
        reason = "each call gives another id, which is no default"
    )]
    pub fn new() -> Self {
        Self(clock::new_id())
    }

    /// Returns the last 8 digits.
    pub fn short(self) -> String {
        let text = self.0.simple().to_string();
        text[text.len() - Self::SHORT..].to_owned()
    }

    /// Returns the 32 lower-case hexadecimal digits without hyphens.
    pub fn digits(self) -> String {
        self.0.simple().to_string()
    }

    /// Returns the digits from last to first: in this form, ids with the same ending are neighbours.
    #[cfg(feature = "sqlite")]
    pub(super) fn reversed_digits(self) -> String {
        self.digits().chars().rev().collect()
    }

    /// Reads what [`reversed_digits`](Self::reversed_digits) wrote.
    #[cfg(feature = "sqlite")]
    pub(super) fn from_reversed_digits(reversed: &str) -> Result<Self, uuid::Error> {
        reversed.chars().rev().collect::<String>().parse()
    }
}

impl fmt::Display for RunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.hyphenated().fmt(f)
    }
}

impl FromStr for RunId {
    type Err = uuid::Error;

    fn from_str(text: &str) -> Result<Self, uuid::Error> {
        Uuid::try_parse(text).map(Self)
    }
}

impl serde::Serialize for RunId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// How a person names a run: the end of its id, or `last`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunReference {
    /// The run created last.
    Last,
    /// The run whose id, without hyphens, ends in these lower-case hexadecimal digits: 1 to 32 of them.
    Suffix(String),
}

impl From<RunId> for RunReference {
    fn from(id: RunId) -> Self {
        Self::Suffix(id.digits())
    }
}

impl fmt::Display for RunReference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Last => f.write_str("last"),
            Self::Suffix(digits) => f.write_str(digits),
        }
    }
}

impl FromStr for RunReference {
    type Err = MalformedReference;

    fn from_str(text: &str) -> Result<Self, MalformedReference> {
        if text == "last" {
            return Ok(Self::Last);
        }
        let digits: String = text
            .chars()
            .filter(|&c| c != '-')
            .map(|c| c.to_ascii_lowercase())
            .collect();
        let is_hexadecimal = digits.chars().all(|c| c.is_ascii_hexdigit());
        if digits.is_empty() || digits.len() > 32 || !is_hexadecimal {
            return Err(MalformedReference(text.to_owned()));
        }
        Ok(Self::Suffix(digits))
    }
}

/// A text that can name no run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` names no run: give the last digits of its id, as `history` shows them, or `last`")]
pub struct MalformedReference(String);
