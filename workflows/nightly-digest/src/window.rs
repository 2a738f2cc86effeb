//! Which commits a digest is about.

use serde::{Deserialize, Serialize};

use crate::end::Ends;
use crate::repository::Repository;
use crate::seen::Mark;
use crate::settings::Settings;

/// How many commits a first digest shows where nothing is recent: about a screen.
const NEWEST: i32 = 30;

/// How many commits are read for the summary and the figures: more than a busy team makes in a day, and git counts
/// their lines in a second or two.
pub(crate) const READ: i32 = 500;

/// Where a digest goes by dates, so many commits are looked at, the newest: months of the busiest histories, which git
/// lists in half a second. `recent.sh` has the same number.
const WALKED: i32 = 20_000;

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

/// Commits, as `chosen.sh` takes them. Of the numbers, -1 is all, as for git.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Walk {
    /// All commits that lead to one, but for those that lead to others: `new` and `^old`, one a line.
    pub(crate) revisions: String,
    /// At most so many of these are looked at.
    pub(crate) walked: i32,
    /// Only those dated no earlier count, in seconds since 1970.
    pub(crate) since: i64,
    /// At most so many count.
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
    /// To the commits where earlier digests ended.
    LastDigest,
    /// To the time of the last digest: no digest ended in this history, as after a rebase.
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
        ends: &Ends,
        recent: Option<&str>,
    ) -> Self {
        let walk = repository.head.as_ref().map(|head| {
            let whole = Walk {
                revisions: ends.revisions(head),
                walked: -1,
                since: 0,
                most: -1,
                read: READ,
                reach: Reach::LastDigest,
            };
            match &last {
                Some(last) => whole.after(last, ends),
                None => whole.first(settings, recent == Some("true")),
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
    fn first(self, settings: &Settings, is_recent: bool) -> Self {
        if is_recent {
            return Self {
                walked: WALKED,
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

    fn after(self, last: &Mark, ends: &Ends) -> Self {
        // All commits came after a digest of an empty repository, whatever their dates.
        if !ends.within.is_empty() || last.ends.is_empty() {
            return self;
        }
        Self {
            walked: WALKED,
            since: last.at / 1000,
            reach: Reach::LastTime,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seen::End;

    fn end(commit: &str) -> End {
        End {
            branch: None,
            commit: commit.to_owned(),
        }
    }

    fn choose(
        head: &str,
        last: Option<(Option<&str>, i64)>,
        ends: &str,
        is_recent: bool,
    ) -> Option<Walk> {
        let settings =
            Settings::read(2_000_000_000, |_| Err(std::env::VarError::NotPresent)).unwrap();
        let repository =
            Repository::parse(&format!("/w\n/w/.git\nfalse\nfalse\nmain\n{head}")).unwrap();
        let last = last.map(|(head, at)| Mark {
            head: head.map(str::to_owned),
            at,
            commits: 1,
            ends: head.into_iter().map(end).collect(),
        });
        let recent = is_recent.then_some("true");
        Window::choose(&settings, &repository, last, &Ends::parse(ends), recent).walk
    }

    fn parts(walk: Option<Walk>) -> (String, i32, i64, i32, Reach) {
        let walk = walk.unwrap();
        (
            walk.revisions,
            walk.walked,
            walk.since,
            walk.most,
            walk.reach,
        )
    }

    #[test]
    fn a_first_digest_goes_some_days_or_some_commits_back() {
        let days = parts(choose("new", None, "", true));
        assert_eq!(
            days,
            (
                "new".to_owned(),
                WALKED,
                2_000_000 - 604_800,
                -1,
                Reach::Days
            )
        );
        let newest = parts(choose("new", None, "", false));
        assert_eq!(newest, ("new".to_owned(), -1, 0, 30, Reach::Newest));
    }

    #[test]
    fn recent_commits_are_looked_for_as_far_as_they_are_walked() {
        assert!(include_str!("recent.sh").contains(&format!("--max-count={WALKED} ")));
    }

    #[test]
    fn the_next_goes_back_to_the_last() {
        let last = Some((Some("old"), 900_000));
        let next = parts(choose("new", last, "within old\nbeside other", false));
        let revisions = "new\n^old\n^other".to_owned();
        assert_eq!(next, (revisions, -1, 0, -1, Reach::LastDigest));
        let after_empty = parts(choose("new", Some((None, 900_000)), "", false));
        assert_eq!(
            after_empty,
            ("new".to_owned(), -1, 0, -1, Reach::LastDigest)
        );
    }

    #[test]
    fn without_an_end_in_this_history_time_decides() {
        let last = Some((Some("old"), 900_000));
        let gone = parts(choose("new", last, "", false));
        assert_eq!(gone, ("new".to_owned(), WALKED, 900, -1, Reach::LastTime));
        let rebased = parts(choose("new", last, "beside old", false));
        assert_eq!(rebased.0, "new\n^old");
        assert_eq!(rebased.4, Reach::LastTime);
    }

    #[test]
    fn no_commit_no_window() {
        assert_eq!(choose("", Some((Some("old"), 900_000)), "", false), None);
    }
}
