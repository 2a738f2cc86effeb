//! What earlier digests have covered: one mark for each repository, handed on from run to run.

use std::collections::BTreeMap;

use brain::prelude::*;
use serde::{Deserialize, Serialize};

use crate::repository::Repository;
use crate::window::Window;

/// A repository keeps so many ends: more branches than anybody has in work, and git takes some milliseconds for each.
const ENDS: usize = 20;

/// Where a digest ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Mark {
    /// The commit that was checked out, if there was one.
    pub(crate) head: Option<String>,
    /// When it was made, in milliseconds since 1970.
    pub(crate) at: i64,
    /// How many commits it covered.
    pub(crate) commits: u64,
    /// Where the last digest of each branch ended, the newest first. A branch without commits has none.
    #[serde(default)]
    pub(crate) ends: Vec<End>,
}

/// Where the last digest of a branch ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct End {
    /// The branch, unless HEAD was detached.
    pub(crate) branch: Option<String>,
    /// The commit.
    pub(crate) commit: String,
}

impl Mark {
    /// Writes the commits of the ends, one a line.
    pub(crate) fn lines(&self) -> String {
        let commits = self.ends.iter().map(|end| end.commit.as_str());
        commits.collect::<Vec<_>>().join("\n")
    }
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
        let mut mark = self.0.get(&repository.top).cloned()?;
        // An earlier version left the commit only.
        if mark.ends.is_empty()
            && let Some(commit) = mark.head.clone()
        {
            let branch = repository.branch.clone();
            mark.ends.push(End { branch, commit });
        }
        Some(mark)
    }

    /// Adds the digest that is being made.
    #[must_use]
    pub(crate) fn with(mut self, window: &Window, repository: &Repository, commits: u64) -> Self {
        let mut ends = match &window.last {
            Some(last) => last.ends.clone(),
            None => Vec::new(),
        };
        if let Some(commit) = repository.head.clone() {
            let branch = repository.branch.clone();
            ends.retain(|end| end.branch != branch);
            ends.insert(0, End { branch, commit });
            ends.truncate(ENDS);
        }
        let mark = Mark {
            head: repository.head.clone(),
            at: window.now,
            commits,
            ends,
        };
        self.0.insert(repository.top.clone(), mark);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(now: i64, last: Option<Mark>) -> Window {
        Window {
            now,
            days: 7,
            last,
            walk: None,
        }
    }

    fn repository(name: &str, branch: &str, head: &str) -> Repository {
        let facts = format!("/w/{name}\n/w/{name}/.git\nfalse\nfalse\n{branch}\n{head}");
        Repository::parse(&facts).unwrap()
    }

    #[test]
    fn each_repository_has_its_own_mark() {
        let one = repository("one", "main", "aaa");
        let two = repository("two", "main", "bbb");
        let seen =
            Seen::default()
                .with(&window(100, None), &one, 3)
                .with(&window(200, None), &two, 0);
        let written = serde_json::to_string(&seen).unwrap();
        let seen = Seen::parse(&written);
        assert_eq!(
            seen.mark(&one),
            Some(Mark {
                head: Some("aaa".to_owned()),
                at: 100,
                commits: 3,
                ends: vec![End {
                    branch: Some("main".to_owned()),
                    commit: "aaa".to_owned()
                }],
            })
        );
        assert_eq!(seen.mark(&two).unwrap().at, 200);
    }

    #[test]
    fn each_branch_has_its_own_end() {
        let mut seen = Seen::default();
        for (branch, head, ends) in [
            ("main", "aaa", "aaa"),
            ("side", "bbb", "bbb\naaa"),
            ("", "ccc", "ccc\nbbb\naaa"),
            ("main", "ddd", "ddd\nccc\nbbb"),
            ("new", "", "ddd\nccc\nbbb"),
        ] {
            let repository = repository("one", branch, head);
            let last = seen.mark(&repository);
            seen = seen.with(&window(100, last), &repository, 1);
            let mark = seen.mark(&repository).unwrap();
            assert_eq!(mark.lines(), ends);
            assert_eq!(mark.head.unwrap_or_default(), head);
        }
    }

    #[test]
    fn the_ends_are_bounded() {
        let mut seen = Seen::default();
        for number in 0..100 {
            let repository = repository("one", &format!("b{number}"), &format!("{number}"));
            let last = seen.mark(&repository);
            seen = seen.with(&window(100, last), &repository, 1);
        }
        let mark = seen.mark(&repository("one", "", "")).unwrap();
        assert_eq!(mark.ends.len(), ENDS);
        assert!(mark.lines().starts_with("99\n98\n"));
    }

    #[test]
    fn a_mark_of_an_earlier_version_has_one_end() {
        let seen = Seen::parse(r#"{"/w/one": {"head": "aaa", "at": 100, "commits": 3}}"#);
        let mark = seen.mark(&repository("one", "main", "")).unwrap();
        assert_eq!(mark.lines(), "aaa");
    }

    #[test]
    fn what_another_version_left_counts_as_none() {
        for text in ["", "null", "[1]", "{\"/w\": 3}", "no JSON"] {
            assert_eq!(Seen::parse(text), Seen::default(), "{text}");
        }
    }
}
