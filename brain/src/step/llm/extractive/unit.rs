//! The units that a summary picks from.

use std::borrow::Cow;

use super::block::{Block, Document, Kind};
use super::role::Role;
use super::{sentence, word};

/// A list item or record up to this many characters is one unit: its author made it one point, and about three lines
/// are readable. A longer one is a text, of which sentences are picked.
const WHOLE: usize = 300;

/// A piece of a block.
#[derive(Debug)]
pub(super) struct Unit<'a> {
    /// The index of its block.
    pub(super) block: usize,
    /// The line, record or row of the block that it is a part of.
    pub(super) part: usize,
    pub(super) text: Cow<'a, str>,
}

/// The units of the best role that the document has any of, in source order.
pub(super) fn candidates<'a>(document: &Document<'a>) -> Vec<Unit<'a>> {
    let mut best = Role::Instruction;
    let mut found = Vec::new();
    for (index, block) in document.blocks.iter().enumerate() {
        if block.role > best {
            continue;
        }
        let before = found.len();
        add(index, block, &mut found);
        if block.role < best && found.len() > before {
            best = block.role;
            found.drain(..before);
        }
    }
    found
}

fn add<'a>(index: usize, block: &Block<'a>, units: &mut Vec<Unit<'a>>) {
    let mut push = |part: usize, text: Cow<'a, str>| {
        // Rules, brackets and other punctuation say nothing.
        if text
            .chars()
            .any(|c| !c.is_whitespace() && !c.is_ascii_punctuation())
        {
            units.push(Unit {
                block: index,
                part,
                text,
            });
        }
    };
    match &block.kind {
        Kind::Prose => sentences(join(&block.lines), |text| push(0, text)),
        Kind::Item { .. } => whole_or_sentences(join(&block.lines), |text| push(0, text)),
        Kind::Lines { starts } => {
            for (part, &start) in starts.iter().enumerate() {
                let end = starts.get(part + 1).copied().unwrap_or(block.lines.len());
                whole_or_sentences(join(&block.lines[start..end]), |text| push(part, text));
            }
        }
        Kind::Table { .. } | Kind::Log { .. } => {
            for (part, &line) in block.lines.iter().enumerate() {
                push(part, line.trim_end().into());
            }
        }
        Kind::Code { .. } => push(0, block.lines.join("\n").into()),
    }
}

fn whole_or_sentences<'a>(text: Cow<'a, str>, mut push: impl FnMut(Cow<'a, str>)) {
    if text.chars().nth(WHOLE).is_none() {
        push(text);
    } else {
        sentences(text, push);
    }
}

fn sentences<'a>(text: Cow<'a, str>, push: impl FnMut(Cow<'a, str>)) {
    match text {
        Cow::Borrowed(text) => sentence::sentences(text)
            .into_iter()
            .map(Cow::Borrowed)
            .for_each(push),
        Cow::Owned(text) => sentence::sentences(&text)
            .into_iter()
            .map(|text| text.to_owned().into())
            .for_each(push),
    }
}

/// Joins wrapped lines with a space, or with none where the script has none.
fn join<'a>(lines: &[&'a str]) -> Cow<'a, str> {
    if let [line] = lines {
        return Cow::Borrowed(line);
    }
    let mut joined = String::with_capacity(lines.iter().map(|line| line.len() + 1).sum());
    for line in lines {
        if !joined.is_empty() && needs_space(&joined, line) {
            joined.push(' ');
        }
        joined.push_str(line);
    }
    joined.into()
}

/// Whether `before` and `after`, put side by side, must be kept apart by a space.
pub(super) fn needs_space(before: &str, after: &str) -> bool {
    let is_close = |c: char| {
        word::is_unspaced(c) || matches!(c, '\u{3000}'..='\u{30ff}' | '\u{ff00}'..='\u{ffef}')
    };
    !(before.ends_with(is_close) && after.starts_with(is_close))
}
