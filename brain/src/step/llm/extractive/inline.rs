//! The parts of a text that no cut may fall into: code, links, emphasis, brackets and quotations.

use std::collections::BTreeMap;
use std::ops::Range;

/// Brackets and quotation marks farther apart than this, in bytes, are taken as two mistakes: a lone `(` at the
/// beginning of a long text must not make one sentence of it.
const FAR: usize = 500;

/// How many open brackets are remembered, the innermost; nobody writes more, and garbage must not cost more.
const DEPTH: usize = 32;

/// The brackets and quotation marks that `c` closes. German closes with what English opens with.
fn closed_by(c: char) -> &'static [char] {
    match c {
        ')' => &['('],
        ']' => &['['],
        '}' => &['{'],
        '>' => &['<'],
        '）' => &['（'],
        '］' => &['［'],
        '」' => &['「'],
        '』' => &['『'],
        '】' => &['【'],
        '》' => &['《'],
        '〉' => &['〈'],
        '”' => &['“', '„'],
        '“' => &['„'],
        '»' => &['«'],
        '›' => &['‹'],
        _ => &[],
    }
}

fn is_opener(c: char) -> bool {
    matches!(
        c,
        '(' | '['
            | '{'
            | '<'
            | '（'
            | '［'
            | '「'
            | '『'
            | '【'
            | '《'
            | '〈'
            | '“'
            | '„'
            | '«'
            | '‹'
    )
}

/// The protected ranges of `text`, sorted and apart from each other.
pub(super) fn atoms(text: &str) -> Vec<Range<usize>> {
    let code = code_spans(text);
    let mut found = code.clone();
    Marks::default().scan(text, &code, &mut found);
    merge(found)
}

/// Whether cutting at `at` would cut into one of `atoms`.
pub(super) fn is_inside(atoms: &[Range<usize>], at: usize) -> bool {
    let before = atoms.partition_point(|atom| atom.start < at);
    before > 0 && at < atoms[before - 1].end
}

/// Inline code: a run of backquotes up to the next run of the same length.
fn code_spans(text: &str) -> Vec<Range<usize>> {
    let mut runs = Vec::new();
    let mut at = 0;
    while let Some(offset) = text[at..].find('`') {
        let start = at + offset;
        let length = text[start..].bytes().take_while(|&b| b == b'`').count();
        runs.push((start, length));
        at = start + length;
    }
    // From the end, so that each run knows its partner without a search.
    let mut next = BTreeMap::new();
    let mut partners = vec![None; runs.len()];
    for (index, &(_, length)) in runs.iter().enumerate().rev() {
        partners[index] = next.insert(length, index);
    }
    let mut spans = Vec::new();
    let mut index = 0;
    while index < runs.len() {
        if let Some(partner) = partners[index] {
            let (end, length) = runs[partner];
            spans.push(runs[index].0..end + length);
            index = partner;
        }
        index += 1;
    }
    spans
}

/// What is open at a place in the text.
#[derive(Debug, Default)]
struct Marks {
    brackets: Vec<(char, usize)>,
    /// By mark and length: where emphasis began.
    emphasis: BTreeMap<(char, usize), usize>,
    quote: Option<usize>,
}

impl Marks {
    fn scan(&mut self, text: &str, code: &[Range<usize>], found: &mut Vec<Range<usize>>) {
        let mut code = code.iter().peekable();
        let mut before = ' ';
        let mut at = 0;
        while let Some(c) = text[at..].chars().next() {
            if let Some(span) = code.next_if(|span| span.start == at) {
                at = span.end;
                before = '`';
                continue;
            }
            let mut width = c.len_utf8();
            match c {
                '\\' => {
                    width += text[at + 1..]
                        .chars()
                        .next()
                        .filter(char::is_ascii_punctuation)
                        .map_or(0, char::len_utf8);
                }
                '*' | '_' | '~' => width = self.emphasis(text, at, before, found),
                '"' => self.quotation(text, at, before, found),
                _ => self.bracket(text, at, c, found),
            }
            at += width;
            before = c;
        }
    }

    /// Handles a run of emphasis marks and returns its length.
    fn emphasis(
        &mut self,
        text: &str,
        at: usize,
        before: char,
        found: &mut Vec<Range<usize>>,
    ) -> usize {
        let mark = text[at..].chars().next().unwrap_or(' ');
        let length = text[at..].chars().take_while(|&c| c == mark).count();
        let after = text[at + length..].chars().next().unwrap_or(' ');
        let is_word = |c: char| mark == '_' && c.is_alphanumeric();
        if length > 3 || (mark == '~' && length != 2) {
            return length;
        }
        let closes = !before.is_whitespace() && !is_word(after);
        if let Some(start) = closes
            .then(|| self.emphasis.remove(&(mark, length)))
            .flatten()
        {
            found.push(start..at + length);
        } else if !after.is_whitespace() && !is_word(before) {
            self.emphasis.insert((mark, length), at);
        }
        length
    }

    fn quotation(&mut self, text: &str, at: usize, before: char, found: &mut Vec<Range<usize>>) {
        let end = at + 1;
        let opens =
            !before.is_alphanumeric() && text[end..].starts_with(|c: char| !c.is_whitespace());
        match self.quote {
            Some(start) if !before.is_whitespace() => {
                self.quote = None;
                if end - start <= FAR {
                    found.push(start..end);
                }
            }
            _ if opens => self.quote = Some(at),
            _ => {}
        }
    }

    fn bracket(&mut self, text: &str, at: usize, c: char, found: &mut Vec<Range<usize>>) {
        let end = at + c.len_utf8();
        let closed = closed_by(c);
        let partner = if closed.is_empty() {
            None
        } else {
            self.brackets
                .iter()
                .rposition(|(open, _)| closed.contains(open))
        };
        if let Some(depth) = partner {
            let (_, start) = self.brackets[depth];
            self.brackets.truncate(depth);
            // Both halves of a link, however long its address is.
            let is_link = (c == ']' && text[end..].starts_with(['(', '[']))
                || (c == ')' && text[..start].ends_with(']'));
            if is_link || end - start <= FAR {
                found.push(start..end);
            }
            return;
        }
        let is_tag = || text[end..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
        let opens = is_opener(c) && (c != '<' || is_tag());
        if opens {
            if self.brackets.len() == DEPTH {
                self.brackets.remove(0);
            }
            self.brackets.push((c, at));
        }
    }
}

fn merge(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_unstable_by_key(|range| (range.start, range.end));
    let mut merged: Vec<Range<usize>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match merged.last_mut() {
            Some(last) if range.start < last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}
