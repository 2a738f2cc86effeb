//! Environment variables that a step adds.

use super::Text;

/// The value of an environment variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnvironmentValue(pub(crate) Source);

impl EnvironmentValue {
    /// Returns the name of the variable of the process that it is read from.
    pub(super) fn variable(&self) -> Option<&str> {
        match &self.0 {
            Source::Text(_) => None,
            Source::Process(variable) => Some(&variable.0),
        }
    }

    /// Returns the template, if it is one.
    pub(super) fn text(&self) -> Option<&Text> {
        match &self.0 {
            Source::Text(text) => Some(text),
            Source::Process(_) => None,
        }
    }
}

/// Where the value of an environment variable comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    /// A template.
    Text(Text),
    /// A variable of the process.
    Process(FromEnv),
}

/// The name of an environment variable whose value is read when a step runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FromEnv(pub(crate) String);

/// Names an environment variable to be read when the step runs, so that no secret stands in the source.
///
/// It is withheld from all other steps.
pub fn from_env(name: impl Into<String>) -> FromEnv {
    FromEnv(name.into())
}

impl From<FromEnv> for EnvironmentValue {
    fn from(variable: FromEnv) -> Self {
        Self(Source::Process(variable))
    }
}

impl From<&str> for EnvironmentValue {
    fn from(text: &str) -> Self {
        Self(Source::Text(Text::new(text)))
    }
}

impl From<String> for EnvironmentValue {
    fn from(text: String) -> Self {
        Self(Source::Text(Text::new(text)))
    }
}
