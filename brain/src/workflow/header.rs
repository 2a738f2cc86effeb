//! Headers that are sent to a server.

use super::{FromEnv, Plaintext};

/// The value of a header: a text, [`from_env`](super::from_env), or [`plaintext`](super::plaintext) where a secret is
/// expected and none is needed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeaderValue(pub(crate) HeaderSource);

/// Where the value of a header comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum HeaderSource {
    /// The source.
    Text(String),
    /// A variable of the process.
    Process(FromEnv),
    /// The source, in the place of a secret.
    Plain(Plaintext),
}

impl HeaderValue {
    /// Returns the name of the variable of the process that it is read from.
    pub(super) fn variable(&self) -> Option<&str> {
        match &self.0 {
            HeaderSource::Process(variable) => Some(&variable.0),
            HeaderSource::Text(_) | HeaderSource::Plain(_) => None,
        }
    }

    /// Returns the text of the source that stands in place of a secret.
    pub(super) fn plaintext(&self) -> Option<&str> {
        match &self.0 {
            HeaderSource::Plain(text) => Some(&text.0),
            HeaderSource::Text(_) | HeaderSource::Process(_) => None,
        }
    }
}

impl From<&str> for HeaderValue {
    fn from(text: &str) -> Self {
        Self(HeaderSource::Text(text.to_owned()))
    }
}

impl From<String> for HeaderValue {
    fn from(text: String) -> Self {
        Self(HeaderSource::Text(text))
    }
}

impl From<FromEnv> for HeaderValue {
    fn from(variable: FromEnv) -> Self {
        Self(HeaderSource::Process(variable))
    }
}

impl From<Plaintext> for HeaderValue {
    fn from(text: Plaintext) -> Self {
        Self(HeaderSource::Plain(text))
    }
}
