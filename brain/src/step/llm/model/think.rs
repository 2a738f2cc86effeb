//! Think blocks: reasoning that a server leaves in the text of the answer.
//!
//! A block is at the beginning, or has lines of its own; the tag that opens or closes it may be missing. A tag in code or
//! in a sentence is what the text is about, and stays.

/// An answer without its think blocks.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Split<'a> {
    /// The answer.
    pub(super) text: String,
    /// What stood in the blocks.
    pub(super) thoughts: Vec<&'a str>,
}

/// The names of the tag.
const NAMES: &[&str] = &["think", "thinking"];

/// Takes the think blocks out of an answer; nothing if there are none.
pub(super) fn split(text: &str) -> Option<Split<'_>> {
    if !text.contains('<') {
        return None;
    }
    let mut thoughts = Vec::new();
    let mut rest = text;
    // Blocks at the beginning, of which the first may have lost its opening tag.
    loop {
        let begun = rest.trim_start();
        if let Some(length) = tag_at(begun, "<") {
            let inside = &begun[length..];
            let Some((end, after)) = close(inside, Tags::All) else {
                thoughts.push(inside);
                rest = "";
                break;
            };
            thoughts.push(&inside[..end]);
            rest = &inside[after..];
        } else if thoughts.is_empty()
            && let Some((end, after)) = close(rest, Tags::Half)
        {
            thoughts.push(&rest[..end]);
            rest = &rest[after..];
        } else {
            break;
        }
    }
    let (answer, later) = blocks_on_lines(rest);
    thoughts.extend(later);
    if thoughts.is_empty() {
        return None;
    }
    let thoughts = thoughts.into_iter().map(str::trim);
    Some(Split {
        text: answer.trim().to_owned(),
        thoughts: thoughts.filter(|thought| !thought.is_empty()).collect(),
    })
}

/// Returns where an answer begins that is still being written: behind its think block, at the end while one is open.
pub(super) fn begins_at(text: &str) -> usize {
    let begun = text.trim_start();
    let before = text.len() - begun.len();
    if let Some(length) = tag_at(begun, "<") {
        return match close(&begun[length..], Tags::All) {
            Some((_, after)) => before + length + after,
            None => text.len(),
        };
    }
    // Half a tag may become one.
    let may_become = NAMES.iter().any(|name| {
        let tag = format!("<{name}>");
        tag.get(..begun.len())
            .is_some_and(|half| half.eq_ignore_ascii_case(begun))
    });
    if may_become { text.len() } else { 0 }
}

/// Takes out blocks further down whose tags stand alone on their lines.
fn blocks_on_lines(text: &str) -> (String, Vec<&str>) {
    let (mut kept, mut thoughts) = (String::new(), Vec::new());
    let (mut from, mut open, mut at) = (0, None, 0);
    let code = code(text);
    for line in text.split_inclusive('\n') {
        let word = line.trim();
        let is_code = code.iter().any(|range| range.contains(&at));
        let is_tag = |start| tag_at(word, start).is_some_and(|length| length == word.len());
        if open.is_none() && !is_code && is_tag("<") {
            open = Some(at);
        } else if let Some(start) = open
            && is_tag("</")
        {
            kept.push_str(&text[from..start]);
            thoughts.push(inside_of(&text[start..at]));
            from = at + line.len();
            open = None;
        }
        at += line.len();
    }
    kept.push_str(&text[from..]);
    (kept, thoughts)
}

/// Returns what stands behind the line with the opening tag.
fn inside_of(block: &str) -> &str {
    block.split_once('\n').map_or("", |(_, inside)| inside)
}

/// Returns the length of a tag that begins the text.
fn tag_at(text: &str, start: &str) -> Option<usize> {
    let rest = text.strip_prefix(start)?;
    NAMES.iter().find_map(|name| {
        let found = rest.get(..name.len())?;
        let is_tag = found.eq_ignore_ascii_case(name) && rest[name.len()..].starts_with('>');
        is_tag.then_some(start.len() + name.len() + 1)
    })
}

/// Which closing tags end a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tags {
    /// Those that no sentence and no code holds; if there is none, any: the block was opened.
    All,
    /// Only those.
    Half,
}

/// Finds the tag that closes a block: where the block ends, and where the text after the tag begins.
fn close(text: &str, tags: Tags) -> Option<(usize, usize)> {
    let code = code(text);
    let mut any = None;
    for (at, _) in text.match_indices("</") {
        let Some(length) = tag_at(&text[at..], "</") else {
            continue;
        };
        let found = (at, at + length);
        any = any.or(Some(found));
        let is_code = code.iter().any(|range| range.contains(&at));
        // Both tags in a sentence are an example of a block.
        if tags == Tags::Half && has_open(&text[..at]) {
            return None;
        }
        if !is_code && !is_mention(&text[..at], &text[at + length..]) {
            return Some(found);
        }
    }
    any.filter(|_| tags == Tags::All)
}

/// Tells whether an opening tag stands anywhere in a text.
fn has_open(text: &str) -> bool {
    let mut found = text.match_indices('<');
    found.any(|(at, _)| tag_at(&text[at..], "<").is_some())
}

/// Tells whether a tag between two texts is a word of a sentence: quoted, or with words on both sides of it.
fn is_mention(before: &str, after: &str) -> bool {
    const QUOTES: &[(char, char)] = &[
        ('"', '"'),
        ('\'', '\''),
        ('`', '`'),
        ('*', '*'),
        ('“', '”'),
        ('‘', '’'),
        ('«', '»'),
        ('(', ')'),
        ('[', ']'),
    ];
    let is_quoted = |&(open, close)| before.ends_with(open) && after.starts_with(close);
    if QUOTES.iter().any(is_quoted) {
        return true;
    }
    let line_before = before.rsplit('\n').next().unwrap_or_default();
    let line_after = after.split('\n').next().unwrap_or_default();
    if line_before.trim().is_empty() || line_after.trim().is_empty() {
        return false;
    }
    // A thought that runs into the answer ends with its sentence, or stands right at the tag.
    let has_blank = line_before.ends_with([' ', '\t']);
    let ends = line_before
        .trim_end()
        .ends_with(['.', '!', '?', ':', ';', '…']);
    has_blank && !ends
}

/// Finds code: fenced blocks, and spans between equal numbers of backticks.
fn code(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    let (mut at, mut fence): (usize, Option<(usize, char, usize)>) = (0, None);
    let mut prose_from = 0;
    for line in text.split_inclusive('\n') {
        let word = line.trim();
        let mark = word.chars().next().filter(|&c| c == '`' || c == '~');
        let count = mark.map_or(0, |mark| word.chars().take_while(|&c| c == mark).count());
        match (fence, mark) {
            (None, Some(mark)) if count >= 3 && !(mark == '`' && word[count..].contains('`')) => {
                spans(text, prose_from..at, &mut found);
                fence = Some((at, mark, count));
            }
            (Some((start, open, least)), Some(mark))
                if mark == open && count >= least && word.len() == count =>
            {
                found.push(start..at + line.len());
                prose_from = at + line.len();
                fence = None;
            }
            _ => {}
        }
        at += line.len();
    }
    match fence {
        Some((start, ..)) => found.push(start..text.len()),
        None => spans(text, prose_from..text.len(), &mut found),
    }
    found
}

/// Finds spans of code in prose.
fn spans(text: &str, prose: std::ops::Range<usize>, found: &mut Vec<std::ops::Range<usize>>) {
    let mut runs = Vec::new();
    let bytes = text.as_bytes();
    let mut at = prose.start;
    while at < prose.end {
        let from = at;
        while at < prose.end && bytes[at] == b'`' {
            at += 1;
        }
        if at > from {
            runs.push(from..at);
        } else {
            at += 1;
        }
    }
    let mut index = 0;
    while index < runs.len() {
        let open = &runs[index];
        let close = (index + 1..runs.len()).find(|&other| runs[other].len() == open.len());
        match close {
            // A span does not go beyond its paragraph.
            Some(other) if !text[open.end..runs[other].start].contains("\n\n") => {
                found.push(open.start..runs[other].end);
                index = other + 1;
            }
            _ => index += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn splits(text: &str, answer: &str, thoughts: &[&str]) {
        let found = split(text).unwrap_or_else(|| panic!("nothing found in {text:?}"));
        assert_eq!(
            (found.text.as_str(), &*found.thoughts),
            (answer, thoughts),
            "{text:?}"
        );
    }

    #[test]
    fn blocks_are_taken_out() {
        splits("<think>hmm</think>42", "42", &["hmm"]);
        splits("\n<think>\nhmm\n</think>\n\n42\n", "42", &["hmm"]);
        splits("<THINK>hmm</Think>42", "42", &["hmm"]);
        splits("<thinking>hmm</thinking> 42", "42", &["hmm"]);
        splits("<think></think>42", "42", &[]);
        splits("<think>a</think>\n<think>b</think>\n42", "42", &["a", "b"]);
        splits("One.\n<think>\nhmm\n</think>\nTwo.", "One.\nTwo.", &["hmm"]);
        splits(
            "<think>say `</think>` or ```</think>42",
            "42",
            &["say `</think>` or ```"],
        );
        splits(
            "<think>The </think> tag ends it.\n</think>\n42",
            "42",
            &["The </think> tag ends it."],
        );
        splits("<think>hmm </think> 42", "42", &["hmm"]);
    }

    #[test]
    fn half_blocks_are_taken_out() {
        splits("hmm\n</think>\n\n42", "42", &["hmm"]);
        splits("So it is.</think>42", "42", &["So it is."]);
        splits("So it is</think>\n42", "42", &["So it is"]);
        splits("So it is. </think> 42", "42", &["So it is."]);
        splits("hmm</think>42", "42", &["hmm"]);
        splits("</think>42", "42", &[]);
        splits("<think>hmm, so", "", &["hmm, so"]);
        splits("hmm</think>", "", &["hmm"]);
    }

    #[test]
    fn a_block_is_not_shown_while_it_is_written() {
        for (text, at) in [
            ("", 0),
            ("  ", 2),
            ("<", 1),
            ("\n<thi", 5),
            ("<think>hm", 9),
            ("<think>hm</think>42", 17),
            ("<b>42", 0),
            ("42 <think>", 0),
        ] {
            assert_eq!(begins_at(text), at, "{text:?}");
        }
    }

    #[test]
    fn text_about_the_tags_stays() {
        for text in [
            "42",
            "a < b",
            "Use `</think>` to end it.",
            "The </think> tag ends a block, <think> begins it.",
            "Models write <think>hmm</think> first.",
            "He said \"</think>\" and left.",
            "```\n<think>\nhmm\n</think>\n```",
            "Look:\n\n```xml\nhmm\n</think>\n```\n\nThat is it.",
            "~~~\n</think>\n~~~",
            "`` ` </think> ``",
            "<thinker>no</thinker>",
        ] {
            assert_eq!(split(text), None, "{text:?}");
        }
    }

    proptest::proptest! {
        #[test]
        fn every_text_can_be_split(text in "(<think>|</think>|[a`~ .\n\u{e9}<>]){0,20}") {
            if let Some(found) = split(&text) {
                proptest::prop_assert!(found.text.len() <= text.len());
            }
        }
    }
}
