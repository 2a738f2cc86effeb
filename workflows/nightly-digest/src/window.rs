//! Which commits a digest is about.

use serde::{Deserialize, Serialize};

use crate::repository::Repository;
use crate::seen::Mark;
use crate::settings::Settings;

/// How many commits a first digest shows where nothing is recent: about a screen.
const NEWEST: i32 = 30;

/// How many commits are read for the summary and the figures: more than a busy team makes in a day, and git counts
/// their lines in a second or two.
pub(crate) const READ: i32 = 500;

/// What a digest is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Window {
    /// The present moment, in milliseconds since 1970.
    pub(crate) now: i64,
    /// How many days a first digest looks back.
    pub(crate) days: i64,
    /// Where the last digest ended.
    pub(crate) last: Option<Mark>,
    /// The commits; none if the repository has none.
    pub(crate) walk: Option<Walk>,
}

/// Commits, as `git log` takes them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Walk {
    /// The commits: `old..new`, or all that lead to one.
    pub(crate) range: String,
    /// Only those dated later, in seconds since 1970.
    pub(crate) since: i64,
    /// At most so many count; -1 is all, as for git.
    pub(crate) most: i32,
    /// At most so many are read.
    pub(crate) read: i32,
    /// Why these.
    pub(crate) reach: Reach,
}

/// How far back a digest goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Reach {
    /// To the commit where the last digest ended.
    LastDigest,
    /// To the time of the last digest: its commit is no longer there, as after a rebase.
    LastTime,
    /// Some days back, as there was no digest before.
    Days,
    /// Some commits back, as there was no digest before and nothing in those days.
    Newest,
}

impl Window {
    /// Chooses the commits.
    pub(crate) fn choose(
        settings: &Settings,
        repository: &Repository,
        last: Option<Mark>,
        is_known: bool,
        recent: u64,
    ) -> Self {
        let walk = repository.head.clone().map(|range| {
            let whole = Walk {
                range,
                since: 0,
                most: -1,
                read: READ,
                reach: Reach::LastDigest,
            };
            match &last {
                Some(last) => whole.after(last, is_known),
                None => whole.first(settings, recent),
            }
        });
        Self {
            now: settings.now,
            days: settings.days,
            last,
            walk,
        }
    }
}

impl Walk {
    fn first(self, settings: &Settings, recent: u64) -> Self {
        if recent > 0 {
            return Self {
                since: settings.first_since,
                reach: Reach::Days,
                ..self
            };
        }
        Self {
            most: NEWEST,
            read: NEWEST,
            reach: Reach::Newest,
            ..self
        }
    }

    fn after(self, last: &Mark, is_known: bool) -> Self {
        match &last.head {
            Some(old) if is_known => Self {
                range: format!("{old}..{}", self.range),
                ..self
            },
            Some(_) => Self {
                since: last.at / 1000,
                reach: Reach::LastTime,
                ..self
            },
            // All commits came after a digest of an empty repository, whatever their dates.
            None => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose(
        head: &str,
        last: Option<(Option<&str>, i64)>,
        is_known: bool,
        recent: u64,
    ) -> Option<Walk> {
        let settings =
            Settings::read(2_000_000_000, |_| Err(std::env::VarError::NotPresent)).unwrap();
        let repository =
            Repository::parse(&format!("/w\n/w/.git\nfalse\nfalse\nmain\n{head}")).unwrap();
        let last = last.map(|(head, at)| Mark {
            head: head.map(str::to_owned),
            at,
            commits: 1,
        });
        Window::choose(&settings, &repository, last, is_known, recent).walk
    }

    fn parts(walk: Option<Walk>) -> (String, i64, i32, Reach) {
        let walk = walk.unwrap();
        (walk.range, walk.since, walk.most, walk.reach)
    }

    #[test]
    fn a_first_digest_goes_some_days_or_some_commits_back() {
        let days = parts(choose("new", None, false, 3));
        assert_eq!(
            days,
            ("new".to_owned(), 2_000_000 - 604_800, -1, Reach::Days)
        );
        let newest = parts(choose("new", None, false, 0));
        assert_eq!(newest, ("new".to_owned(), 0, 30, Reach::Newest));
    }

    #[test]
    fn the_next_goes_back_to_the_last() {
        let next = parts(choose("new", Some((Some("old"), 900_000)), true, 0));
        assert_eq!(next, ("old..new".to_owned(), 0, -1, Reach::LastDigest));
        let after_empty = parts(choose("new", Some((None, 900_000)), false, 0));
        assert_eq!(after_empty, ("new".to_owned(), 0, -1, Reach::LastDigest));
    }

    #[test]
    fn a_commit_that_is_gone_is_replaced_by_its_time() {
        let rebased = parts(choose("new", Some((Some("old"), 900_000)), false, 0));
        assert_eq!(rebased, ("new".to_owned(), 900, -1, Reach::LastTime));
    }

    #[test]
    fn no_commit_no_window() {
        assert_eq!(choose("", Some((Some("old"), 900_000)), false, 0), None);
    }
}
