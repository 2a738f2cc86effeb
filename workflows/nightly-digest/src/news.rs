//! What is new since the last digest, and the text that the summary is made of.

use serde::{Deserialize, Serialize};

use crate::commit::{self, Commit};
use crate::note::{self, Note, Notes};
use crate::text;
use crate::window::Window;

/// So many commits without a word of explanation are read in the time of a summary.
const FEW: usize = 5;

/// The summary is made of so many commits at most: the built-in summariser compares each with every other.
const MOST: usize = 200;

/// What `chosen.sh` chose.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Chosen {
    /// How many commits that are no merges.
    pub(crate) commits: u64,
    /// How many merges.
    pub(crate) merges: u64,
    /// How many authors the commits have.
    pub(crate) authors: u64,
    /// The ids of the commits to read, newest first, one a line.
    pub(crate) ids: String,
}

/// What is new.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct News {
    /// How much there is.
    pub(crate) chosen: Chosen,
    /// The commits that were read, newest first.
    pub(crate) commits: Vec<Commit>,
    /// How many files these changed.
    pub(crate) files: u64,
    /// The notes.
    pub(crate) notes: Notes,
}

impl News {
    /// Gathers what the steps found; a repository without commits has no log.
    pub(crate) fn new(
        window: &Window,
        chosen: Option<Chosen>,
        log: Option<String>,
        files: Option<u64>,
        notes: Vec<Note>,
    ) -> Self {
        Self {
            chosen: chosen.unwrap_or_default(),
            commits: commit::parse(&log.unwrap_or_default()),
            files: files.unwrap_or(0),
            notes: note::new_since(notes, window),
        }
    }

    /// Writes commits and notes as a list; nothing if a summary would only repeat what the digest lists.
    pub(crate) fn text(&self) -> String {
        let has_reasons = self.commits.iter().any(|commit| !commit.reason.is_empty());
        if self.commits.len() <= FEW && !has_reasons {
            return String::new();
        }
        let mut lines = Vec::new();
        for commit in self.commits.iter().take(MOST) {
            let subject = text::escaped(&commit.subject);
            let mut line = format!("- {} {subject}", text::code(&commit.id));
            if !commit.reason.is_empty() {
                if !subject.ends_with(['.', '!', '?', '…', ':']) {
                    line.push('.');
                }
                line.push(' ');
                line.push_str(&text::escaped(&commit.reason));
            }
            lines.push(line);
        }
        for note in &self.notes.shown {
            let note = text::escaped(&text::line(&note.content));
            lines.push(format!("- Note: {note}"));
        }
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(count: usize, reason: &str, notes: &[&str]) -> String {
        let log = format!("\0a1b2c3d\0p\0Ana\0\0Fix <b>\0{reason}\0").repeat(count);
        let window = Window {
            now: 1,
            days: 7,
            last: None,
            walk: None,
        };
        let notes = notes.iter().map(|&content| Note {
            content: content.to_owned(),
            created_at: String::new(),
        });
        News::new(&window, None, Some(log), None, notes.collect()).text()
    }

    #[test]
    fn a_few_bare_commits_need_no_summary() {
        assert_eq!(text(5, "", &["A note."]), "");
        assert_eq!(text(6, "", &[]).lines().count(), 6);
        assert_eq!(text(0, "", &[]), "");
    }

    #[test]
    fn a_reason_makes_it_worth_one() {
        assert_eq!(
            text(1, "It broke.", &["Ship it.\n\n- now"]),
            "- `a1b2c3d` Fix \\<b>. It broke.\n- Note: Ship it. - now"
        );
    }

    #[test]
    fn it_is_bounded() {
        assert_eq!(text(500, "Why.", &[]).lines().count(), MOST);
    }
}
