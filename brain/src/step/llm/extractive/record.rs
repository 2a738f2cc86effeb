//! Lines that stand for themselves: `git log --oneline`, a server's log, one name a line.

use super::line::Line;

/// What the lines of one paragraph are to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// One text, broken where the page was full.
    Wrapped,
    /// A record begins where [`begins`] says so; other lines continue it.
    Records,
    /// Every line is its own.
    Lines,
}

/// Decides how the lines of a paragraph belong together.
///
/// A wrapped line is full: the first word of the next one had no room left. So a paragraph in which most lines end
/// early, and do not go on in lower case after a capital, is a list without markers.
pub(super) fn layout(lines: &[Line<'_>]) -> Layout {
    let records = lines.iter().filter(|line| begins(line.text)).count();
    if records * 2 >= lines.len() && records > 0 {
        return Layout::Records;
    }
    let width = lines
        .iter()
        .map(|line| columns(line.text))
        .max()
        .unwrap_or(0);
    // Where the first line begins with a small letter, small letters say nothing about the others.
    let has_capitals = lines
        .first()
        .is_some_and(|line| !line.text.starts_with(char::is_lowercase));
    let early = lines
        .windows(2)
        .filter(|pair| {
            let word = pair[1].text.split_whitespace().next().map_or(0, columns);
            let has_room = columns(pair[0].text) + 1 + word <= width;
            pair[0].hard_break || (has_room && !goes_on(pair[0].text, pair[1].text, has_capitals))
        })
        .count();
    if early * 2 > lines.len().saturating_sub(1) {
        Layout::Lines
    } else {
        Layout::Wrapped
    }
}

fn columns(text: &str) -> usize {
    text.chars().count()
}

fn goes_on(line: &str, next: &str, has_capitals: bool) -> bool {
    line.ends_with([',', ';', '、', '，']) || (has_capitals && next.starts_with(char::is_lowercase))
}

/// Whether a record begins here: a commit's hash, a date or time, or a conventional commit's type.
pub(super) fn begins(line: &str) -> bool {
    let Some((word, _)) = line.split_once(char::is_whitespace) else {
        return false;
    };
    is_hash(word) || is_time(word.trim_start_matches('[')) || is_commit_type(word)
}

/// Whether `word` is a commit's hash, as Git abbreviates it (7 digits or more).
///
/// It must have a decimal digit, as `defaced` is a word; one hash in a thousand has none.
pub(super) fn is_hash(word: &str) -> bool {
    (7..=40).contains(&word.len())
        && word
            .bytes()
            .all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
        && word.bytes().any(|b| b.is_ascii_digit())
}

fn is_time(word: &str) -> bool {
    let shape = |pattern: &str| {
        let mut bytes = word.bytes();
        pattern.bytes().all(|want| match bytes.next() {
            Some(b) if want == b'0' => b.is_ascii_digit(),
            b => b == Some(want),
        })
    };
    shape("0000-00-00") || shape("00:00") || shape("0000/00/00")
}

fn is_commit_type(word: &str) -> bool {
    const TYPES: [&str; 11] = [
        "build", "chore", "ci", "docs", "feat", "fix", "perf", "refactor", "revert", "style",
        "test",
    ];
    let Some(name) = word.strip_suffix(':') else {
        return false;
    };
    let name = name.strip_suffix('!').unwrap_or(name);
    let name = name.split_once('(').map_or(name, |(name, _)| name);
    TYPES.contains(&name)
}

/// Whether the line is the first of an entry of plain `git log`, whose message follows with an indent.
pub(super) fn is_log_entry(line: &str) -> bool {
    let hash = line
        .strip_prefix("commit ")
        .and_then(|rest| rest.split_whitespace().next());
    hash.is_some_and(|hash| hash.len() == 40 && is_hash(hash))
}
