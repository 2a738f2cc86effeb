//! What the summary is made of.

use crate::commit::Commit;
use crate::note::Note;
use crate::text;

/// So many commits without a word of explanation are read in the time of a summary.
const FEW: usize = 5;

/// The summary is made of so many commits at most: the built-in summariser compares each with every other.
const MOST: usize = 200;

/// Writes commits and notes as a list; nothing if a summary would only repeat what the digest lists.
pub(crate) fn write(commits: &[Commit], notes: &[Note]) -> String {
    let has_reasons = commits.iter().any(|commit| !commit.reason.is_empty());
    if commits.len() <= FEW && !has_reasons {
        return String::new();
    }
    let mut lines = Vec::new();
    for commit in commits.iter().take(MOST) {
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
    for note in notes {
        lines.push(format!(
            "- Note: {}",
            text::escaped(&text::line(&note.content))
        ));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commits(count: usize, reason: &str) -> Vec<Commit> {
        let log = format!("\0a1b2c3d\0p\0Ana\0\0Fix <b>\0{reason}\0").repeat(count);
        crate::commit::parse(&log)
    }

    #[test]
    fn a_few_bare_commits_need_no_summary() {
        assert_eq!(write(&commits(5, ""), &[]), "");
        assert_eq!(write(&commits(6, ""), &[]).lines().count(), 6);
        assert_eq!(write(&[], &[]), "");
    }

    #[test]
    fn a_reason_makes_it_worth_one() {
        let note = Note {
            content: "Ship it.\n\n- now".to_owned(),
            created_at: String::new(),
        };
        assert_eq!(
            write(&commits(1, "It broke."), &[note]),
            "- `a1b2c3d` Fix \\<b>. It broke.\n- Note: Ship it. - now"
        );
    }

    #[test]
    fn it_is_bounded() {
        assert_eq!(write(&commits(500, "Why."), &[]).lines().count(), MOST);
    }
}
