//! The repository, as `repository.sh` found it.

use brain::prelude::*;
use serde::{Deserialize, Serialize};

use crate::refusal::refusal;

/// A repository and what it has checked out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Repository {
    /// Its top folder; of a bare one, its own folder.
    pub(crate) top: String,
    /// Where git keeps its things.
    pub(crate) git_dir: String,
    /// Whether older commits were left out when it was cloned.
    pub(crate) is_shallow: bool,
    /// Whether file contents were left out when it was cloned, to be fetched when they are asked for.
    pub(crate) is_partial: bool,
    /// The branch, unless HEAD is detached.
    pub(crate) branch: Option<String>,
    /// The commit, unless there is none yet.
    pub(crate) head: Option<String>,
}

impl Repository {
    /// Reads the lines.
    pub(crate) fn parse(facts: &str) -> Result<Self> {
        if let Some(none) = facts.strip_prefix("none\n") {
            let (folder, said) = none.split_once('\n').unwrap_or((none, ""));
            return Err(refusal(folder, said));
        }
        let mut lines = facts.split('\n');
        let mut line = || lines.next().unwrap_or_default();
        let (top, git_dir, shallow, partial) = (line(), line(), line(), line());
        let optional = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        // A path with a newline shifts the lines, one that is not UTF-8 has lost bytes.
        let is_told = |fact| matches!(fact, "true" | "false");
        if !is_told(shallow) || !is_told(partial) || git_dir.contains('\u{fffd}') {
            return Err(Failure::fatal(format!(
                "the path of the repository holds a line break or is not UTF-8: `{top}`"
            )));
        }
        Ok(Self {
            top: top.to_owned(),
            git_dir: git_dir.to_owned(),
            is_shallow: shallow == "true",
            is_partial: partial == "true",
            branch: optional(line()),
            head: optional(line()),
        })
    }

    /// Returns what people call it: the name of its folder.
    pub(crate) fn name(&self) -> &str {
        let name = self.top.rsplit('/').find(|part| !part.is_empty());
        let name = name.unwrap_or(&self.top);
        name.strip_suffix(".git")
            .filter(|name| !name.is_empty())
            .unwrap_or(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_repository_has_no_commit() {
        let repository = Repository::parse("/w/app\n/w/app/.git\nfalse\nfalse\nmain").unwrap();
        assert_eq!(repository.name(), "app");
        assert_eq!(repository.branch.as_deref(), Some("main"));
        assert_eq!(repository.head, None);
    }

    #[test]
    fn a_detached_head_has_no_branch() {
        let repository =
            Repository::parse("/w/app.git\n/w/app.git\ntrue\nfalse\n\nabc123").unwrap();
        assert_eq!(
            (repository.name(), repository.branch.as_deref()),
            ("app", None)
        );
        assert_eq!(repository.head.as_deref(), Some("abc123"));
        assert!(repository.is_shallow);
    }

    #[test]
    fn no_repository_is_refused_for_its_reason() {
        let error = Repository::parse("none\n/w\nfatal: not a git repository: .git").unwrap_err();
        let error = error.to_string();
        assert!(error.starts_with("no git repository at `/w`"), "{error}");
    }

    #[test]
    fn a_path_that_cannot_be_passed_on_is_refused() {
        for facts in [
            "",
            "/w/a\nb\n/w/a\nb/.git\nfalse\nfalse\nmain\nabc",
            "/w/a\u{fffd}\n/w/a\u{fffd}/.git\nfalse\nfalse\nmain\nabc",
        ] {
            let error = Repository::parse(facts).unwrap_err().to_string();
            assert!(error.contains("is not UTF-8"), "{error}");
        }
    }
}
