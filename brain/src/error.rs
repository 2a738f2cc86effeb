//! The error that users of the library see.

use std::fmt;

use crate::store::StoreError;

/// What went wrong with a workflow, a run or the store.
pub struct Error {
    kind: ErrorKind,
    message: String,
    problems: Vec<String>,
    hint: Option<String>,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

/// What kind of error it is, and so which exit code it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Something was asked for that makes no sense.
    Usage,
    /// A workflow has mistakes.
    Invalid,
    /// The store cannot be used.
    Store,
    /// Something around the program failed, such as its standard output.
    System,
}

impl Error {
    /// Returns what kind of error it is.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns what to do about it, if that is known.
    pub fn hint(&self) -> Option<&str> {
        self.hint.as_deref()
    }

    /// Returns the mistakes of an invalid workflow, each in a few lines.
    pub fn problems(&self) -> &[String] {
        &self.problems
    }

    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            problems: Vec::new(),
            hint: None,
            source: None,
        }
    }

    #[cfg(any(feature = "cli", feature = "verify"))]
    pub(crate) fn with_source(
        mut self,
        source: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> Self {
        self.source = Some(source.into());
        self
    }

    pub(crate) fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    pub(crate) fn invalid(workflow: &str, problems: Vec<String>) -> Self {
        let count = match problems.len() {
            1 => "a mistake".to_owned(),
            count => format!("{count} mistakes"),
        };
        Self {
            problems,
            ..Self::new(
                ErrorKind::Invalid,
                format!("workflow `{}` has {count}", workflow.escape_debug()),
            )
        }
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        let kind = match error {
            // A change that does not fit was asked for of a run that another process has changed meanwhile.
            StoreError::NoSuchRun { .. }
            | StoreError::AmbiguousRun { .. }
            | StoreError::Conflict(_) => ErrorKind::Usage,
            _ => ErrorKind::Store,
        };
        let hint = error.hint();
        let message = error.to_string();
        let source = match error {
            StoreError::Open { source, .. } | StoreError::Database { source, .. } => Some(source),
            _ => None,
        };
        Self {
            kind,
            message,
            problems: Vec::new(),
            hint: hint.map(str::to_owned),
            source,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        for problem in &self.problems {
            write!(f, "\n\n{problem}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {self}", self.kind)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source
            .as_deref()
            .map(|source| source as &(dyn std::error::Error + 'static))
    }
}
