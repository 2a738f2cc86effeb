//! What can go wrong with the store.

use std::path::{Path, PathBuf};

/// A failure of the store.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The store cannot be opened or made.
    #[error("could not open the store `{}`", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
        /// What to do about it.
        hint: Option<&'static str>,
    },
    /// A later version of brain wrote this store.
    #[error(
        "the store `{}` has schema {found}, this program knows up to {known}",
        path.display()
    )]
    NewerSchema {
        /// The file.
        path: PathBuf,
        /// The schema of the file.
        found: i64,
        /// The newest schema that this program knows.
        known: i64,
    },
    /// The database refused or failed.
    #[error("could not {doing}{}", in_file(path.as_deref()))]
    Database {
        /// What was tried: reads well after "could not".
        doing: &'static str,
        /// The file, as far as it is known.
        path: Option<PathBuf>,
        /// Why.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
        /// What to do about it, if that is known.
        hint: Option<&'static str>,
    },
    /// A change does not fit what is stored.
    #[error("{0}")]
    Conflict(String),
    /// A memory holds nothing to remember.
    #[error("a memory needs a text, and this one is blank")]
    BlankMemory,
    /// No run has this name.
    #[error("no run `{reference}`{}", of(workflow.as_deref()))]
    NoSuchRun {
        /// What was asked for.
        reference: String,
        /// Among the runs of this workflow.
        workflow: Option<String>,
    },
    /// Several runs have this name.
    #[error("`{reference}` names several runs: {}", candidates.join(", "))]
    AmbiguousRun {
        /// What was asked for.
        reference: String,
        /// Ids that fit, at most five, newest first.
        candidates: Vec<String>,
    },
    /// `BRAIN_DATABASE_URL` or the state directory cannot be used.
    #[error("{0}")]
    Location(String),
}

impl StoreError {
    /// Returns what to do about it, if that is known.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            Self::NoSuchRun { .. } => Some("`history` lists the runs"),
            Self::AmbiguousRun { .. } => Some("give more digits"),
            Self::NewerSchema { .. } => {
                Some("use a newer brain, or another store by BRAIN_DATABASE_URL")
            }
            Self::Open { hint, .. } | Self::Database { hint, .. } => *hint,
            _ => None,
        }
    }

    /// Says which file it was.
    #[cfg(feature = "sqlite")]
    pub(super) fn at(mut self, file: &Path) -> Self {
        if let Self::Database { path, .. } = &mut self {
            path.get_or_insert_with(|| file.to_owned());
        }
        self
    }
}

fn in_file(path: Option<&Path>) -> String {
    path.map_or_else(String::new, |path| {
        format!(" in the store `{}`", path.display())
    })
}

fn of(workflow: Option<&str>) -> String {
    workflow.map_or_else(String::new, |name| format!(" of `{name}`"))
}
