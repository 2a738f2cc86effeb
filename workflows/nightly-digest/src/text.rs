//! Text of others, made safe to stand in a page and on a terminal.

use std::borrow::Cow;

/// Returns text as one line without control characters.
pub(crate) fn line(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ").replace(is_override, "\u{fffd}")
}

/// Returns text with its lines, but without other control characters.
pub(crate) fn lines(text: &str) -> String {
    let lines = text.lines().map(|line| {
        line.trim_end()
            .replace(|c: char| c != '\t' && c.is_control(), "\u{fffd}")
            .replace(is_override, "\u{fffd}")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Whether a character turns the reading order of what follows it, and so may show text as another one.
fn is_override(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Cuts text to `most` characters, at a word if there is one near.
pub(crate) fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    if text.chars().nth(most).is_none() {
        return text.into();
    }
    let kept = most.saturating_sub(1);
    let end = text
        .char_indices()
        .nth(kept)
        .map_or(text.len(), |(at, _)| at);
    let cut = &text[..end];
    let word = cut.rfind(' ').filter(|at| at * 2 > cut.len());
    format!("{}…", cut[..word.unwrap_or(end)].trim_end()).into()
}

/// Returns a line as Markdown that shows its HTML, links and pictures as text; code in backticks stays code.
pub(crate) fn escaped(line: &str) -> String {
    let mut page = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let after = &rest[first.len_utf8()..];
        let taken = match first {
            '\\' if after.starts_with(|c: char| c.is_ascii_punctuation()) => 2,
            '`' => {
                let ticks = rest.len() - rest.trim_start_matches('`').len();
                span(rest, ticks).unwrap_or(ticks)
            }
            _ => first.len_utf8(),
        };
        if first == '<' && after.starts_with(|c: char| c.is_alphabetic() || "/!?".contains(c)) {
            page.push('\\');
        }
        page.push_str(&rest[..taken]);
        if first == ']' && after.starts_with('(') {
            page.push('\\');
        }
        rest = &rest[taken..];
    }
    page
}

/// Returns the length of the code that begins `text` with `ticks` backticks, if as many end it.
fn span(text: &str, ticks: usize) -> Option<usize> {
    let mut at = ticks;
    while let Some(found) = text[at..].find('`') {
        let begin = at + found;
        let run = text[begin..].len() - text[begin..].trim_start_matches('`').len();
        at = begin + run;
        if run == ticks {
            return Some(at);
        }
    }
    None
}

/// Writes text as code.
pub(crate) fn code(text: &str) -> String {
    if text.contains('`') {
        let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
        let ticks = "`".repeat(longest + 1);
        return format!("{ticks} {text} {ticks}");
    }
    format!("`{text}`")
}

/// Keeps a name that is written from right to left from turning the line around it.
pub(crate) fn isolated(name: &str) -> Cow<'_, str> {
    let is_right_to_left = |c: char| {
        matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}'
            | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
    };
    if name.contains(is_right_to_left) {
        format!("\u{2068}{name}\u{2069}").into()
    } else {
        name.into()
    }
}

/// Writes a count with its noun: `1 commit`, `4,970 commits`.
pub(crate) fn count(number: u64, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", grouped(number))
}

/// Writes a number with a comma before every three digits.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_and_overrides_are_not_passed_on() {
        assert_eq!(line(" a\u{1b}[31m\tb\r\n\0c "), "a [31m b c");
        assert_eq!(line("\u{202e}txt.exe"), "\u{fffd}txt.exe");
        assert_eq!(lines("a \r\n\tb\u{7}\n"), "a\n\tb\u{fffd}");
    }

    #[test]
    fn long_text_is_cut_at_a_word_and_never_inside_a_character() {
        assert_eq!(shortened("short", 5), "short");
        assert_eq!(shortened("one two three", 10), "one two…");
        assert_eq!(shortened("ăâîșț ăâîșț", 3), "ăâ…");
        assert_eq!(shortened(&"x".repeat(50), 10).chars().count(), 10);
    }

    #[test]
    fn markup_of_others_is_text() {
        for (written, shown) in [
            (
                "plain_text with *stars* | {braces} $(x)",
                "plain_text with *stars* | {braces} $(x)",
            ),
            ("<script>x</script>", "\\<script>x\\</script>"),
            ("<!-- a < b <3 -->", "\\<!-- a < b <3 -->"),
            ("\\<b> \\\\<b>", "\\<b> \\\\\\<b>"),
            ("![x](http://x) [y](z)", "![x]\\(http://x) [y]\\(z)"),
            (
                "`Vec<u8>` and ``a`<b>`` and ` <b>",
                "`Vec<u8>` and ``a`<b>`` and ` \\<b>",
            ),
            ("\\`<b>`", "\\`\\<b>`"),
            ("é\\é", "é\\é"),
        ] {
            assert_eq!(escaped(written), shown);
        }
    }

    #[test]
    fn code_has_more_backticks_around_than_inside() {
        assert_eq!(code("main"), "`main`");
        assert_eq!(code("a``b`c"), "``` a``b`c ```");
    }

    #[test]
    fn names_from_right_to_left_are_isolated() {
        assert_eq!(isolated("Ana"), "Ana");
        assert_eq!(isolated("שרה"), "\u{2068}שרה\u{2069}");
    }

    #[test]
    fn numbers_are_grouped() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (4_970_123, "4,970,123"),
        ] {
            assert_eq!(grouped(number), text);
        }
        assert_eq!(count(1, "merge"), "1 merge");
    }
}
