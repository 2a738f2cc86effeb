//! Commits, as `git log` printed them.

use serde::{Deserialize, Serialize};

use crate::text;

/// A subject is shown up to so many characters: two lines of a terminal.
const SUBJECT: usize = 150;

/// A reason is read up to so many characters: with its subject the summariser takes it as one item.
const REASON: usize = 240;

/// An author's name is shown up to so many characters: the longest that people have fit, texts do not.
const AUTHOR: usize = 40;

/// A commit that is no merge. Its texts are single lines without control characters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Commit {
    /// Its abbreviated id.
    pub(crate) id: String,
    /// Whether nothing came before it, or nothing that is there.
    pub(crate) is_root: bool,
    /// Who wrote it.
    pub(crate) author: String,
    /// Its first line.
    pub(crate) subject: String,
    /// The first paragraph of what follows.
    pub(crate) reason: String,
    /// How many lines it added.
    pub(crate) added: u64,
    /// How many lines it removed.
    pub(crate) removed: u64,
}

/// How many fields a commit has in the log.
const FIELDS: usize = 7;

/// Reads the log: the fields of each commit, a NUL byte before, between and after them, then its figures.
///
/// No message can hold that byte, so none can look like two.
pub(crate) fn parse(log: &str) -> Vec<Commit> {
    let fields: Vec<&str> = log.split('\0').skip(1).collect();
    let commits = fields.chunks_exact(FIELDS);
    commits
        .map(|fields| {
            let [id, parents, name, address, subject, body, figures] = fields else {
                unreachable!("chunks have the length of the pattern");
            };
            let author = [name, address]
                .into_iter()
                .map(|text| text::line(text))
                .find(|text| !text.is_empty())
                .unwrap_or_else(|| "nobody".to_owned());
            let subject = text::line(subject);
            Commit {
                id: text::line(id),
                is_root: parents.is_empty(),
                author: text::shortened(&author, AUTHOR).into_owned(),
                subject: if subject.is_empty() {
                    "(no subject)".to_owned()
                } else {
                    text::shortened(&subject, SUBJECT).into_owned()
                },
                reason: text::shortened(&text::line(reason(body)), REASON).into_owned(),
                added: figure(figures, "(+)"),
                removed: figure(figures, "(-)"),
            }
        })
        .collect()
}

/// Returns the first paragraph, unless it consists of trailers such as `Signed-off-by:`.
fn reason(body: &str) -> &str {
    let body = body.trim_start();
    let end = body.find("\n\n").or_else(|| body.find("\r\n\r\n"));
    let paragraph = &body[..end.unwrap_or(body.len())];
    if paragraph.lines().all(is_trailer) {
        ""
    } else {
        paragraph
    }
}

fn is_trailer(line: &str) -> bool {
    line.starts_with([' ', '\t'])
        || line.split_once(": ").is_some_and(|(key, _)| {
            key.contains('-') && key.chars().all(|c| c == '-' || c.is_ascii_alphanumeric())
        })
}

/// Reads the number of ` 2 files changed, 10 insertions(+), 1 deletion(-)` that stands before a sign.
fn figure(figures: &str, sign: &str) -> u64 {
    let parts = figures.split(',').map(str::trim);
    let part = parts
        .into_iter()
        .find_map(|part| part.strip_suffix(sign)?.split(' ').next()?.parse().ok());
    part.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_may_be_empty_and_hold_anything_but_the_separator() {
        let log = "\0a1b2c3d\0aaaa bbbb\0Ana\0ana@example.com\0-x `$(id)` \"{q}\" | <b>\0Why.\nMore.\n\nLater.\n\0\n\n 2 files changed, \
            10 insertions(+), 1 deletion(-)\n\n\0b2c3d4e\0\0\0ana@example.com\0\0\0\n\0c3d4e5f\0x\0\0\0s\0\0\n\n 1 file changed, 3 deletions(-)";
        let commits = parse(log);
        assert_eq!(
            commits[0],
            Commit {
                id: "a1b2c3d".to_owned(),
                is_root: false,
                author: "Ana".to_owned(),
                subject: "-x `$(id)` \"{q}\" | <b>".to_owned(),
                reason: "Why. More.".to_owned(),
                added: 10,
                removed: 1,
            }
        );
        assert_eq!(
            (commits[1].author.as_str(), commits[1].subject.as_str()),
            ("ana@example.com", "(no subject)")
        );
        assert!(commits[1].is_root);
        assert_eq!(
            (commits[2].author.as_str(), commits[2].removed),
            ("nobody", 3)
        );
        assert_eq!(commits.len(), 3);
    }

    #[test]
    fn no_log_no_commits() {
        assert_eq!(parse(""), []);
        assert_eq!(parse("\0half\0a"), []);
    }

    #[test]
    fn trailers_are_no_reason() {
        assert_eq!(
            reason("Signed-off-by: A <a@b.c>\nCo-authored-by: B <b@b.c>\n"),
            ""
        );
        assert_eq!(
            reason("\nNote: this is one.\n\nSigned-off-by: A\n"),
            "Note: this is one."
        );
        assert_eq!(reason(""), "");
    }

    #[test]
    fn long_texts_are_cut() {
        let long = "word ".repeat(100_000);
        let log = format!("\0a\0\0{long}\0\0{long}\0{long}\0");
        let commit = &parse(&log)[0];
        assert!(commit.subject.chars().count() <= SUBJECT);
        assert!(commit.reason.chars().count() <= REASON);
        assert!(commit.author.chars().count() <= AUTHOR);
    }
}
