//! Splits the text of one block into sentences.
//!
//! A wrong cut tears a sentence apart, a missing one only makes a long unit. So in doubt there is no cut: none before
//! a small letter (unless the author writes only small letters), none after an abbreviation, none inside brackets,
//! quotations, emphasis, links and code.

use unicode_segmentation::GraphemeCursor;

use super::{abbreviation, inline, line};

/// Splits `text` at the ends of its sentences. Together the slices are `text` without the white space between them.
pub(super) fn sentences(text: &str) -> Vec<&str> {
    let text = text.trim();
    let atoms = inline::atoms(text);
    let mut sentences = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while let Some(stop) = next_stop(text, at) {
        at = stop.end;
        let Some((end, next)) = gap(text, &stop) else {
            continue;
        };
        if next == text.len() {
            break;
        }
        at = next;
        let is_whole = |at| !inline::is_inside(&atoms, at) && is_boundary(text, at);
        if is_whole(end) && is_whole(next) && is_end(&text[start..stop.start], &stop, &text[next..])
        {
            sentences.push(&text[start..end]);
            start = next;
        }
    }
    if start < text.len() {
        sentences.push(&text[start..]);
    }
    sentences
}

/// A run of sentence ends (`?!`, `...`) with the quotation marks and brackets that close after it.
#[derive(Debug)]
struct Stop {
    start: usize,
    end: usize,
    kind: Kind,
    has_closers: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// `.`, which has other uses too.
    Point,
    /// `...` or `…`.
    Ellipsis,
    /// `!` and `?`, and the ends that other scripts write before a space.
    Strong,
    /// The ends of Chinese and Japanese, which need no space.
    Wide,
}

fn kind_of(c: char, before: Option<char>) -> Option<Kind> {
    match c {
        '.' => Some(Kind::Point),
        '…' => Some(Kind::Ellipsis),
        '!' | '?' | '؟' | '۔' | '।' | '॥' | '።' | '፧' | '։' | '။' | '។' | '‼' | '⁇' | '⁈' | '⁉'
        | '\u{37e}' => Some(Kind::Strong),
        // Greek asks with what elsewhere is a semicolon.
        ';' if before
            .is_some_and(|c| matches!(c, '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}')) =>
        {
            Some(Kind::Strong)
        }
        '。' | '！' | '？' | '｡' | '．' => Some(Kind::Wide),
        _ => None,
    }
}

fn is_closer(c: char) -> bool {
    matches!(c, ')' | ']' | '}' | '"' | '\'' | '”' | '’' | '»' | '›' | '*' | '_' | '~' | '）' | '］' | '」' | '』' | '】' | '》' | '〉')
        // German closes with what English opens with.
        || c == '“'
}

fn next_stop(text: &str, from: usize) -> Option<Stop> {
    let mut before = text[..from].chars().next_back();
    let mut found = None;
    for (offset, c) in text[from..].char_indices() {
        if let Some(kind) = kind_of(c, before) {
            found = Some((from + offset, kind));
            break;
        }
        before = Some(c);
    }
    let (start, mut kind) = found?;
    let mut end = start;
    let mut points = 0;
    for c in text[start..].chars() {
        match kind_of(c, before) {
            Some(Kind::Point) => points += 1,
            Some(other) => kind = other,
            None => break,
        }
        before = Some(c);
        end += c.len_utf8();
    }
    if points > 1 && kind == Kind::Point {
        kind = Kind::Ellipsis;
    }
    let closers = text[end..]
        .chars()
        .take_while(|&c| is_closer(c))
        .map(char::len_utf8)
        .sum::<usize>();
    Some(Stop {
        start,
        end: end + closers,
        kind,
        has_closers: closers > 0,
    })
}

/// Where the sentence ends and where the next one begins, if `stop` is followed by what may stand between two.
fn gap(text: &str, stop: &Stop) -> Option<(usize, usize)> {
    let mut end = stop.end;
    loop {
        let rest = &text[end..];
        let space = rest.len() - rest.trim_start().len();
        // A space that must not break holds together what is around it ("Dr.\u{a0}Smith").
        let is_glue = space > 0
            && rest[..space]
                .chars()
                .all(|c| matches!(c, '\u{a0}' | '\u{202f}' | '\u{2007}'));
        if is_glue || (space == 0 && stop.kind != Kind::Wide && !rest.is_empty()) {
            return None;
        }
        let next = end + space;
        // A picture after a sentence belongs to it.
        let width: usize = text[next..]
            .chars()
            .take_while(|&c| is_pictorial(c))
            .map(char::len_utf8)
            .sum();
        let is_picture =
            width > 0 && !text[next + width..].starts_with(|c: char| !c.is_whitespace());
        if !is_picture {
            return Some((end, next));
        }
        end = next + width;
    }
}

fn is_pictorial(c: char) -> bool {
    matches!(c, '\u{200d}' | '\u{fe0f}' | '\u{20e3}' | '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

fn is_hiragana(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{309f}')
}

fn is_boundary(text: &str, at: usize) -> bool {
    // With the whole text at hand the cursor never asks for more.
    GraphemeCursor::new(at, text.len(), true)
        .is_boundary(text, 0)
        .unwrap_or(false)
}

/// Whether `stop` ends the sentence `before`, given that `after` comes next.
fn is_end(before: &str, stop: &Stop, after: &str) -> bool {
    // At the beginning of a line it would become a list or a heading.
    if line::starts_block(after) {
        return false;
    }
    let hangs = before.is_empty() || before.ends_with(char::is_whitespace);
    match stop.kind {
        // In 「行く。」と言った the quotation is a part of the sentence.
        Kind::Wide => {
            let goes_on = stop.has_closers && after.starts_with(is_hiragana);
            return !before.is_empty() && !goes_on;
        }
        // " ... " is a pause.
        Kind::Point | Kind::Ellipsis if hangs => return false,
        Kind::Strong if before.trim().is_empty() => return false,
        _ => {}
    }
    if stop.kind == Kind::Point && abbreviation::continues(before, after) {
        return false;
    }
    match first_letter(after) {
        Some(c) if c.is_lowercase() => stop.kind != Kind::Ellipsis && is_all_small(before),
        Some(_) => true,
        None => false,
    }
}

/// The letter or digit that the next word begins with; a backquote counts as a capital.
fn first_letter(text: &str) -> Option<char> {
    text.chars()
        .take_while(|c| !c.is_whitespace())
        .find(|&c| c.is_alphanumeric() || c == '`')
}

/// Whether the author began the sentence with a small letter and ended it with a word, so that the next one may too.
fn is_all_small(sentence: &str) -> bool {
    // The first letter is near the beginning; garbage must not be searched to its end every time.
    let first = sentence.chars().take(40).find(|c| c.is_alphabetic());
    let last = sentence.rsplit(char::is_whitespace).next().unwrap_or("");
    let is_word = last.chars().count() > 2
        && last
            .chars()
            .all(|c| c.is_alphabetic() || matches!(c, '\'' | '’' | '-'));
    first.is_some_and(char::is_lowercase) && is_word
}
