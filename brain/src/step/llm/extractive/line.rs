//! One line of Markdown: what kind of block it begins, seen alone.

/// A line without its block quote markers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<'a> {
    /// Where the line begins in the source, in bytes.
    pub(super) start: usize,
    /// How many `>` stand before it.
    pub(super) quote: usize,
    /// The columns of white space before its text; a tab goes to the next multiple of four.
    pub(super) indent: usize,
    /// The line after its quote markers, with its white space.
    pub(super) raw: &'a str,
    /// The text without white space around it.
    pub(super) text: &'a str,
    /// Whether the author broke the line on purpose, with two spaces or a backslash.
    pub(super) hard_break: bool,
}

/// Splits `text` at every line end that Unicode or an old system knows.
pub(super) fn lines(text: &str) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    while !rest.is_empty() {
        let end = rest.find(is_line_end).unwrap_or(rest.len());
        let (line, tail) = rest.split_at(end);
        lines.push(parse(line, text.len() - rest.len()));
        let one = tail.chars().next().map_or(0, char::len_utf8);
        rest = tail.strip_prefix("\r\n").unwrap_or(&tail[one..]);
    }
    lines
}

fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

fn parse(line: &str, start: usize) -> Line<'_> {
    let mut raw = line;
    let mut quote = 0;
    while let Some(inner) = raw.trim_start_matches(' ').strip_prefix('>')
        && raw.len() - inner.len() <= 4
    {
        raw = inner.strip_prefix(' ').unwrap_or(inner);
        quote += 1;
    }
    let mut indent = 0;
    for c in raw.chars().take_while(|c| c.is_whitespace()) {
        indent = if c == '\t' {
            indent / 4 * 4 + 4
        } else {
            indent + 1
        };
    }
    let text = raw.trim();
    let hard_break = raw.ends_with("  ") || text.ends_with('\\');
    Line {
        start,
        quote,
        indent,
        raw,
        text,
        hard_break,
    }
}

/// The level and title of an ATX heading (`## Title`).
pub(super) fn heading(text: &str) -> Option<(u8, &str)> {
    let title = text.trim_start_matches('#');
    let level = u8::try_from(text.len() - title.len())
        .ok()
        .filter(|level| (1..=6).contains(level))?;
    (title.is_empty() || title.starts_with(char::is_whitespace))
        .then(|| (level, title.trim_end_matches('#').trim()))
}

/// The level of the heading that this line makes of the one above it (`===`, `---`).
pub(super) fn underline(text: &str) -> Option<u8> {
    let all = |mark: char| text.len() > 1 && text.chars().all(|c| c == mark);
    if all('=') {
        Some(1)
    } else if all('-') {
        Some(2)
    } else {
        None
    }
}

/// Whether the line only separates: `---`, `* * *`, `=====`, or a lone HTML tag.
pub(super) fn is_separator(text: &str) -> bool {
    let rule = |mark: char| {
        text.chars().filter(|&c| c == mark).count() >= 3
            && text.chars().all(|c| c == mark || c.is_whitespace())
    };
    let tag = || {
        let inner = text
            .strip_prefix('<')
            .and_then(|inner| inner.strip_suffix('>'));
        inner.is_some_and(|inner| {
            let name = inner.strip_prefix('/').unwrap_or(inner);
            name.starts_with(|c: char| c.is_ascii_alphabetic())
                && !inner.contains(['<', '>', ':', '@'])
        })
    };
    ['-', '*', '_', '='].into_iter().any(rule) || tag()
}

/// The fence that opens here: its mark, its length and its info string.
pub(super) fn fence(text: &str) -> Option<(char, usize, &str)> {
    let mark = text.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let info = text.trim_start_matches(mark);
    let length = text.len() - info.len();
    (length >= 3 && !(mark == '`' && info.contains('`'))).then(|| (mark, length, info.trim()))
}

/// The marker of a list item (`-`, `12.`, also with a task box) and the text after it.
pub(super) fn item(text: &str) -> Option<(&str, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let width = match text[digits..].chars().next()? {
        // Ten digits are no list number in CommonMark either.
        '.' | ')' if (1..=9).contains(&digits) => digits + 1,
        c @ ('-' | '*' | '+' | '•' | '◦' | '‣' | '·') if digits == 0 => c.len_utf8(),
        _ => return None,
    };
    let (marker, rest) = text.split_at(width);
    if !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
        return None;
    }
    let content = rest.trim_start();
    let boxed = ["[ ]", "[x]", "[X]"]
        .iter()
        .find_map(|task| content.strip_prefix(task));
    match boxed.filter(|after| after.starts_with(char::is_whitespace)) {
        Some(after) => Some((&text[..text.len() - after.len()], after.trim_start())),
        None => Some((marker, content)),
    }
}

/// Whether the line is the `|---|:--:|` under a table's head.
pub(super) fn is_table_rule(text: &str) -> bool {
    text.contains('|')
        && text.contains('-')
        && text
            .chars()
            .all(|c| matches!(c, '|' | '-' | ':' | ' ' | '\t'))
}

/// The name and the line of a link definition (`[name]: address`).
pub(super) fn definition(text: &str) -> Option<&str> {
    let (name, target) = text.strip_prefix('[')?.split_once("]:")?;
    let is_link = !name.is_empty() && !name.starts_with('^') && !name.contains(['[', ']']);
    (is_link && !target.trim().is_empty()).then_some(name)
}

/// Whether `text` at the beginning of a line would be read as something else than a paragraph.
pub(super) fn starts_block(text: &str) -> bool {
    // Enough for any marker; the text may be very long.
    let end = text.char_indices().nth(16).map_or(text.len(), |(at, _)| at);
    let first = &text[..end];
    first.starts_with('>')
        || heading(first).is_some()
        || item(first).is_some()
        || fence(first).is_some()
}
