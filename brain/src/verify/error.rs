//! Why a check could not be verified at all.

use std::io;
use std::path::PathBuf;

use brain_syntax::policy::{FILE, Fault};

use crate::error::{Error, ErrorKind};
use crate::store::StoreError;

/// Why nothing could be verified. A check that fails is no error: it is an [`Outcome`](super::Outcome).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// There is no `.verify/verify.toml`.
    #[error("no `{FILE}` in `{}`", top.display())]
    NoPolicy {
        /// The top of the work tree, or the working directory outside of git.
        top: PathBuf,
    },
    /// The file of checks cannot be read.
    #[error("could not read `{}`", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// The file of checks has mistakes.
    #[error("{}", told(.0))]
    Policy(Vec<Fault>),
    /// No check has this id.
    #[error("no check `{id}` in `{FILE}`")]
    NoCheck {
        /// The id.
        id: String,
        /// What to do about it.
        hint: String,
    },
    /// Several checks have this `argv`.
    #[error("several checks run this command: {}", ids.join(", "))]
    Ambiguous {
        /// Their ids.
        ids: Vec<String>,
    },
    /// The folder of a check is not there, or is not in the work tree.
    #[error("the `cwd` of check `{check}`, `{folder}`, {what}")]
    Folder {
        /// The check.
        check: String,
        /// Its folder, as written.
        folder: String,
        /// What is wrong with it.
        what: &'static str,
    },
    /// Git failed.
    #[error("git could not {doing}: {said}")]
    Git {
        /// What it was to do: reads well after "could not".
        doing: &'static str,
        /// What it said.
        said: String,
    },
    /// The content cannot be named, since outside of git a check must say what it depends on.
    #[error("check `{check}` has no `inputs`, and `{}` is not in a git work tree", top.display())]
    NoInputs {
        /// The check.
        check: String,
        /// The working directory.
        top: PathBuf,
    },
    /// The key cannot be used.
    #[error("{what}: `{}`", path.display())]
    Key {
        /// What is wrong.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// What to do about it.
        hint: &'static str,
    },
    /// There is no place for the key, or `BRAIN_VERIFY_KEY` makes no sense.
    #[error("{0}")]
    NoKey(&'static str),
    /// A file of ours could not be read or written.
    #[error("could not {doing} `{}`", path.display())]
    File {
        /// What was tried: reads well after "could not".
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// `.verify/artifacts` is not a folder of the work tree.
    #[error("`{}` is not a folder of the work tree", path.display())]
    Artifacts {
        /// The path.
        path: PathBuf,
    },
    /// There is a file of checks already.
    #[error("`{}` is there already, and is not overwritten", path.display())]
    Begun {
        /// The file.
        path: PathBuf,
    },
    /// No receipt has this id.
    #[error("no receipt `{reference}`")]
    NoReceipt {
        /// What was asked for.
        reference: String,
    },
    /// Several receipts have this id.
    #[error("`{reference}` names several receipts")]
    AmbiguousReceipt {
        /// What was asked for.
        reference: String,
    },
    /// A receipt cannot be trusted.
    #[error("receipt `{id}` cannot be used: {what}")]
    BadReceipt {
        /// The receipt.
        id: String,
        /// What is wrong with it.
        what: String,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

fn told(faults: &[Fault]) -> String {
    let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

impl VerifyError {
    /// Returns what to do about it, if that is known.
    pub fn hint(&self) -> Option<&str> {
        match self {
            Self::NoPolicy { .. } => Some("`verify init` writes one"),
            Self::NoCheck { hint, .. } => Some(hint),
            Self::Ambiguous { .. } => Some("name one with `--check ID`"),
            Self::NoInputs { .. } => {
                Some("add `inputs = [\"**\"]` to the check, or make the folder a git repository")
            }
            Self::Key { hint, .. } => Some(hint),
            Self::NoKey(_) => Some("`--unsigned` makes a receipt without a signature"),
            Self::NoReceipt { .. } => Some("`verify list` lists the receipts"),
            Self::AmbiguousReceipt { .. } => Some("give more digits"),
            Self::BadReceipt { .. } => Some("`verify audit` says what is wrong"),
            Self::Artifacts { .. } => Some("remove it; `verify` makes a folder in its place"),
            _ => None,
        }
    }

    /// Says what kind of error it is.
    fn kind(&self) -> ErrorKind {
        match self {
            Self::Git { .. } | Self::File { .. } => ErrorKind::System,
            Self::Store(_) => ErrorKind::Store,
            _ => ErrorKind::Usage,
        }
    }

    /// Makes the error for a file.
    pub(super) fn file(
        doing: &'static str,
        path: impl Into<PathBuf>,
    ) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::File {
            doing,
            path,
            source,
        }
    }
}

impl From<VerifyError> for Error {
    fn from(error: VerifyError) -> Self {
        if let VerifyError::Store(error) = error {
            return error.into();
        }
        let mut made = Self::new(error.kind(), error.to_string());
        if let Some(hint) = error.hint() {
            made = made.with_hint(hint);
        }
        match error {
            VerifyError::Unreadable { source, .. } | VerifyError::File { source, .. } => {
                made.with_source(source)
            }
            _ => made,
        }
    }
}
