//! Names the content of a work tree.
//!
//! In comes a [`Place`]; out goes a [`Tree`]: the id that `git write-tree` would give to what lies there, changes and
//! untracked files included, ignored ones and `.verify/artifacts` left out; outside of git the hash of the `inputs` of a
//! check. Nothing of the user's is touched: the index is only read, new objects go to a folder that vanishes.
//!
//! The way through: `scan` (one look) -> `git` (called for the `listing` and the `rules`) -> `folders`, `read` (the files,
//! known by a `stamp`) -> `conversion` (what git stores otherwise) -> `object` (the names).

mod commit;
mod conversion;
mod folders;
mod git;
mod inputs;
mod listing;
mod object;
mod read;
mod rules;
mod scan;
mod stamp;

use tokio_util::sync::CancellationToken;

use super::error::VerifyError;
use super::place::Place;

/// The content of a work tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    /// Its id: of a git tree, or the hash of the inputs.
    pub id: String,
    /// What kind of id it is, as in-toto names it: `gitTree` or `sha256`.
    pub kind: &'static str,
    /// The repositories inside of it, submodules among them, by their path: git itself sees their commit only.
    pub nested: Vec<(String, String)>,
    /// The hash of the settings outside of the tree that decide what is in it: ignored files and filters.
    pub rules: String,
}

/// Names the content of a work tree, as often as it is asked.
pub(super) struct Scanner<'a> {
    means: Means<'a>,
}

enum Means<'a> {
    Git(Box<scan::Scan>),
    Inputs {
        place: &'a Place,
        globs: &'a [String],
    },
}

impl<'a> Scanner<'a> {
    /// Prepares to look at `place`. `inputs` are what counts outside of git; `check` is whose they are.
    pub(super) fn new(
        place: &'a Place,
        check: &str,
        inputs: &'a [String],
    ) -> Result<Self, VerifyError> {
        let means = match place.git() {
            Some(folders) => Means::Git(Box::new(scan::Scan::new(place.top(), folders)?)),
            None if inputs.is_empty() => {
                return Err(VerifyError::NoInputs {
                    check: check.to_owned(),
                    top: place.top().to_owned(),
                });
            }
            None => Means::Inputs {
                place,
                globs: inputs,
            },
        };
        Ok(Self { means })
    }

    /// Looks at it.
    pub(super) async fn scan(&self, stop: &CancellationToken) -> Result<Tree, VerifyError> {
        match &self.means {
            Means::Git(scan) => Box::pin(scan.tree(stop)).await,
            Means::Inputs { place, globs } => {
                let (top, globs) = (place.top().to_owned(), globs.to_vec());
                let hashed = tokio::task::spawn_blocking(move || inputs::hash(&top, &globs)).await;
                let id = hashed.unwrap_or_else(|gone| {
                    Err(VerifyError::file("read the inputs below", place.top())(
                        std::io::Error::other(gone),
                    ))
                })?;
                Ok(Tree {
                    id,
                    kind: "sha256",
                    nested: Vec::new(),
                    rules: String::new(),
                })
            }
        }
    }
}

/// Names the content of a commit: its tree, and those of the submodules that are checked out. Rules outside of it do not
/// apply.
pub(super) async fn of_commit(
    place: &Place,
    commit: &str,
    stop: &CancellationToken,
) -> Result<Tree, VerifyError> {
    let (id, nested) = commit::tree(place.top(), commit, stop).await?;
    Ok(Tree {
        id,
        kind: "gitTree",
        nested,
        rules: String::new(),
    })
}
