//! What earlier digests have covered: one mark for each repository, handed on from run to run.

use std::collections::BTreeMap;

use brain::prelude::*;
use serde::{Deserialize, Serialize};

use crate::repository::Repository;
use crate::window::Window;

/// Where a digest ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Mark {
    /// The commit that was checked out, if there was one.
    pub(crate) head: Option<String>,
    /// When it was made, in milliseconds since 1970.
    pub(crate) at: i64,
    /// How many commits it covered.
    pub(crate) commits: u64,
}

/// The marks by the top folders of the repositories. Several repositories share one store, and the last run may have
/// been in another one.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Seen(BTreeMap<String, Mark>);

impl Seen {
    /// Reads the marks that the last run left. What cannot be read was left by another version, and counts as none.
    pub(crate) fn of(last_run: &LastRun) -> Self {
        Self::parse(last_run.output("seen").unwrap_or_default())
    }

    fn parse(text: &str) -> Self {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// Returns where the last digest of `repository` ended.
    pub(crate) fn mark(&self, repository: &Repository) -> Option<Mark> {
        self.0.get(&repository.top).cloned()
    }

    /// Adds the digest that is being made.
    #[must_use]
    pub(crate) fn with(mut self, window: &Window, repository: &Repository, commits: u64) -> Self {
        let mark = Mark {
            head: repository.head.clone(),
            at: window.now,
            commits,
        };
        self.0.insert(repository.top.clone(), mark);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_repository_has_its_own_mark() {
        let window = |now| Window {
            now,
            days: 7,
            last: None,
            walk: None,
        };
        let one = Repository::parse("/w/one\n/w/one/.git\nfalse\nfalse\nmain\naaa").unwrap();
        let two = Repository::parse("/w/two\n/w/two/.git\nfalse\nfalse\nmain\nbbb").unwrap();
        let seen = Seen::default()
            .with(&window(100), &one, 3)
            .with(&window(200), &two, 0);
        let written = serde_json::to_string(&seen).unwrap();
        let seen = Seen::parse(&written);
        assert_eq!(
            seen.mark(&one),
            Some(Mark {
                head: Some("aaa".to_owned()),
                at: 100,
                commits: 3
            })
        );
        assert_eq!(seen.mark(&two).unwrap().at, 200);
    }

    #[test]
    fn what_another_version_left_counts_as_none() {
        for text in ["", "null", "[1]", "{\"/w\": 3}", "no JSON"] {
            assert_eq!(Seen::parse(text), Seen::default(), "{text}");
        }
    }
}
