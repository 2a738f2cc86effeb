//! Lines that stand for themselves: `git log --oneline`, a server's log, one name a line.

use super::line::Line;

/// Nobody writes a sentence over this many lines, so that without a full stop they are no sentence.
const ENDLESS: usize = 5;

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
/// A wrapped line is full: the first word of the next one had no room left. So a paragraph with as many lines that end
/// early, and not with a sentence, is a list without markers. A line that goes on with a small letter after the
/// paragraph began with a capital counts as full, too.
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
    let (mut early, mut full) = (0, 0);
    for pair in lines.windows(2) {
        let (line, next) = (pair[0].text, pair[1].text);
        let word = next.split_whitespace().next().map_or(0, columns);
        let has_room = columns(line) + 1 + word <= width;
        if pair[0].hard_break {
            early += 1;
        } else if line.ends_with(is_comma) || has_capitals && next.starts_with(char::is_lowercase) {
            // Twice, as no list has such lines, while wrapped ones may well be short.
            full += 2;
        } else if !has_room {
            full += 1;
        } else if !line.ends_with(is_end) {
            early += 1;
        }
    }
    let is_broken = early > 0 && early >= full;
    if is_broken || (lines.len() >= ENDLESS && !lines.iter().any(|line| has_end(line.text))) {
        Layout::Lines
    } else {
        Layout::Wrapped
    }
}

fn is_comma(c: char) -> bool {
    matches!(c, ',' | ';' | '、' | '，')
}

fn is_end(c: char) -> bool {
    matches!(
        c,
        '.' | '!' | '?' | '…' | '。' | '！' | '？' | '؟' | '۔' | '।'
    )
}

fn has_end(text: &str) -> bool {
    text.contains(['。', '！', '？']) || text.split_whitespace().any(|word| word.ends_with(is_end))
}

fn columns(text: &str) -> usize {
    text.chars().count()
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
