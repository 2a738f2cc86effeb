//! The page.

use brain::clock::Timestamp;

use crate::commit::Commit;
use crate::group::{self, Group};
use crate::news::News;
use crate::note::Note;
use crate::repository::Repository;
use crate::seen::Mark;
use crate::text::{self, code, count};
use crate::window::{Reach, Walk, Window};

/// So many commits are listed, the newest: about a screen. Of more, the summary and the figures tell.
const LISTED: usize = 30;

/// All that a digest tells of.
#[derive(Debug)]
pub(crate) struct Digest {
    /// Of which repository.
    repository: Repository,
    /// What it is about.
    window: Window,
    /// What is new.
    news: News,
    /// The answer of the `llm` step.
    summary: Option<String>,
}

impl Digest {
    /// Takes what the steps found.
    pub(crate) fn new(
        repository: Repository,
        window: Window,
        news: News,
        summary: Option<String>,
    ) -> Self {
        Self {
            repository,
            window,
            news,
            summary,
        }
    }

    /// Writes it as Markdown.
    pub(crate) fn write(&self) -> String {
        let name = text::escaped(&text::line(self.repository.name()));
        let title = format!("# Nightly digest of {name}, {}", time(self.window.now));
        let mut parts = vec![title, self.overview()];
        if let Some(summary) = &self.summary
            && !summary.trim().is_empty()
        {
            parts.push(format!("## Summary\n\n{}", text::lines(summary.trim())));
        }
        if !self.news.commits.is_empty() {
            parts.push("## Commits".to_owned());
            parts.extend(self.listed());
        }
        let notes = &self.news.notes;
        if !notes.shown.is_empty() {
            let items: Vec<String> = notes.shown.iter().map(note).collect();
            parts.push(format!("## Notes\n\n{}", items.join("\n")));
        }
        if notes.has_more {
            parts.push("… and more, older ones, that are not shown.".to_owned());
        }
        if let Some(last) = &self.window.last {
            parts.push(format!("## Last digest\n\n{}", told(last)));
        }
        let mut page = parts.join("\n\n");
        page.push('\n');
        page
    }

    /// Tells what the digest is about, in a paragraph.
    fn overview(&self) -> String {
        let Some(walk) = &self.window.walk else {
            return format!("{} has no commits yet.", self.place());
        };
        let mut sentences = vec![self.reach(walk)];
        if self.has_figures() {
            let added: u64 = self.news.commits.iter().map(|commit| commit.added).sum();
            let removed: u64 = self.news.commits.iter().map(|commit| commit.removed).sum();
            let figures = format!(
                "{} changed, {} added, {} removed",
                count(self.news.files, "file"),
                count(added, "line"),
                text::grouped(removed)
            );
            let read = u64::try_from(self.news.commits.len()).unwrap_or(u64::MAX);
            sentences.push(if read < self.news.chosen.commits {
                format!("In the newest {}: {figures}.", text::grouped(read))
            } else {
                format!("{figures}.")
            });
        }
        // Of the newest commits the merges among them are not known.
        if self.news.chosen.merges > 0 && walk.reach != Reach::Newest {
            let verb = if self.news.chosen.merges == 1 {
                "is"
            } else {
                "are"
            };
            let merges = count(self.news.chosen.merges, "merge");
            sentences.push(format!("{merges} {verb} not listed."));
        }
        if self.repository.is_shallow {
            sentences.push("The clone is shallow: older commits are not here.".to_owned());
        }
        sentences.join(" ")
    }

    /// Tells how far back it goes.
    fn reach(&self, walk: &Walk) -> String {
        let place = self.place();
        let commits = match self.news.chosen.commits {
            0 => format!("Nothing new on {place}"),
            number => format!(
                "**{}** by {} on {place}",
                count(number, "commit"),
                count(self.news.chosen.authors, "author")
            ),
        };
        let since = self.window.last.as_ref().map_or(0, |last| last.at);
        match walk.reach {
            Reach::LastDigest => format!("{commits} since the last digest ({}).", time(since)),
            Reach::LastTime => format!(
                "{commits} dated after the last digest ({}): the commit where it ended is not in this history.",
                time(since)
            ),
            Reach::Days => format!(
                "{commits} in the last {}: this is the first digest.",
                days(self.window.days)
            ),
            Reach::Newest => format!(
                "{commits}, the newest there are, as none is from the last {}: this is the first digest.",
                days(self.window.days)
            ),
        }
    }

    fn place(&self) -> String {
        match (&self.repository.branch, &self.repository.head) {
            (Some(branch), _) => code(&text::line(branch)),
            (None, Some(head)) => format!("the detached HEAD {}", code(short(head))),
            (None, None) => "the repository".to_owned(),
        }
    }

    /// Whether the figures are of use: the oldest commit of a shallow clone seems to add all that there is, and in a
    /// partial clone nothing is counted.
    fn has_figures(&self) -> bool {
        let is_cut_off =
            self.repository.is_shallow && self.news.commits.iter().any(|commit| commit.is_root);
        self.news.chosen.commits > 0 && !is_cut_off && !self.repository.is_partial
    }

    fn listed(&self) -> Vec<String> {
        let listed = &self.news.commits[..self.news.commits.len().min(LISTED)];
        let groups = group::groups(listed);
        let mut parts: Vec<String> = groups
            .iter()
            .map(|group| {
                let commits = group.commits.iter();
                let lines: Vec<String> = commits.map(|commit| self.line(commit, group)).collect();
                match &group.title {
                    Some(title) => format!("### {title}\n\n{}", lines.join("\n")),
                    None => lines.join("\n"),
                }
            })
            .collect();
        let listed = u64::try_from(listed.len()).unwrap_or(u64::MAX);
        if let Some(more) = self.news.chosen.commits.checked_sub(listed)
            && more > 0
        {
            parts.push(format!("… and {} more.", text::grouped(more)));
        }
        parts
    }

    /// Writes a commit as an item. Its id comes first, so that no subject can begin a block of Markdown.
    fn line(&self, commit: &Commit, group: &Group<'_>) -> String {
        let mut line = format!("- {} {}", code(&commit.id), text::escaped(&commit.subject));
        let author = group::author(commit);
        // A sole author is the reader.
        if self.news.chosen.authors > 1 && group.title.as_ref() != Some(&author) {
            line = format!("{line} ({author})");
        }
        line
    }
}

/// Writes a note as an item, its Markdown as it is.
fn note(note: &Note) -> String {
    let mut lines = note.content.lines();
    let mut item = format!("- {}", lines.next().unwrap_or_default());
    for line in lines {
        item.push_str(if line.is_empty() { "\n" } else { "\n  " });
        item.push_str(line);
    }
    item
}

fn told(last: &Mark) -> String {
    let commits = count(last.commits, "commit");
    match &last.head {
        Some(head) => format!(
            "Made {}, with {commits} up to {}.",
            time(last.at),
            code(short(head))
        ),
        None if last.ends.is_empty() => format!("Made {}, before the first commit.", time(last.at)),
        None => format!("Made {}, on a branch without commits.", time(last.at)),
    }
}

/// Shortens an id as git does in a small repository.
fn short(id: &str) -> &str {
    id.get(..7).unwrap_or(id)
}

fn days(number: i64) -> String {
    if number == 1 {
        "day".to_owned()
    } else {
        format!("{number} days")
    }
}

/// Writes a moment in the zone of this machine, to the minute.
fn time(milliseconds: i64) -> String {
    let mut text = Timestamp::from_microseconds(milliseconds.saturating_mul(1000)).local();
    text.truncate("2026-11-30 16:21".len());
    text
}

#[cfg(test)]
mod tests;
