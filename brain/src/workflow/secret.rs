//! Secrets that a step hands on, and texts that stand in for them.

use std::fmt;

use super::FromEnv;

/// A secret that a step needs: the name of an environment variable, or a text of the source if its author says so.
///
/// # Examples
/// ```
/// use brain::prelude::*;
///
/// let step = LlmStep::new("summary", "Summarise.").api_key(from_env("MODEL_KEY"));
/// let local = LlmStep::new("summary", "Summarise.").api_key(plaintext("none"));
/// assert!(!format!("{local:?}").contains("none"));
/// # drop(step);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Secret(pub(crate) SecretSource);

/// Where a secret comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SecretSource {
    /// A variable of the process.
    Process(FromEnv),
    /// The source.
    Plain(Plaintext),
}

/// A text in the place of a secret, which its author wants to stand in the source.
#[derive(Clone, PartialEq, Eq)]
pub struct Plaintext(pub(crate) String);

/// Says that a text may stand in the place of a secret: a key that opens nothing, or one that everyone may know.
pub fn plaintext(text: impl Into<String>) -> Plaintext {
    Plaintext(text.into())
}

impl fmt::Debug for Plaintext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("plaintext(..)")
    }
}

impl Secret {
    /// Returns the name of the variable of the process that it is read from.
    pub(super) fn variable(&self) -> Option<&str> {
        match &self.0 {
            SecretSource::Process(variable) => Some(&variable.0),
            SecretSource::Plain(_) => None,
        }
    }

    /// Returns the text of the source that stands in its place.
    pub(super) fn plaintext(&self) -> Option<&str> {
        match &self.0 {
            SecretSource::Process(_) => None,
            SecretSource::Plain(text) => Some(&text.0),
        }
    }
}

impl From<FromEnv> for Secret {
    fn from(variable: FromEnv) -> Self {
        Self(SecretSource::Process(variable))
    }
}

impl From<Plaintext> for Secret {
    fn from(text: Plaintext) -> Self {
        Self(SecretSource::Plain(text))
    }
}
