//! Splits Markdown into blocks that a summary can take from.
//!
//! It reads more than `CommonMark` does, since prompts are put together from logs, mails and notes: a line that ends in
//! a colon is a label, a paragraph may be a list without markers, a fence that nobody closes is dropped instead of
//! swallowing the rest of the text.

mod code;
mod label;
mod paragraph;
mod scan;

use std::borrow::Cow;

use super::role::Role;

/// A text as blocks, in source order.
#[derive(Debug, Default)]
pub(super) struct Document<'a> {
    pub(super) sections: Vec<Section<'a>>,
    pub(super) blocks: Vec<Block<'a>>,
    /// Link definitions: the name in lower case, and the line.
    pub(super) definitions: Vec<(String, &'a str)>,
}

/// A heading, or a label such as `Recent work:`.
#[derive(Debug)]
pub(super) struct Section<'a> {
    /// The line as it is printed: `## Commits`, `Recent work:`.
    pub(super) head: Cow<'a, str>,
    /// The heading that a label stands under.
    pub(super) parent: Option<usize>,
}

/// A block and where it belongs.
#[derive(Debug)]
pub(super) struct Block<'a> {
    pub(super) kind: Kind<'a>,
    pub(super) role: Role,
    /// How many `>` stand before each of its lines.
    pub(super) quote: usize,
    pub(super) section: Option<usize>,
    /// The list item that it is a part of.
    pub(super) parent: Option<usize>,
    /// Its lines, without markers. Code keeps its indents.
    pub(super) lines: Vec<&'a str>,
}

/// What a block is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind<'a> {
    /// A paragraph whose lines are one text.
    Prose,
    /// A paragraph whose lines are records; `starts` are the indices of the lines that begin one.
    Lines { starts: Vec<usize> },
    /// A list item with its marker.
    Item { marker: &'a str, list: usize },
    /// A table: its head and its rule; `lines` are the rows.
    Table { head: [&'a str; 2] },
    /// A block that is shown whole.
    Code { fence: Option<Fence<'a>> },
    /// A fence around plain text, whose lines are units.
    Log { fence: Fence<'a> },
}

/// The lines around fenced code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fence<'a> {
    pub(super) open: &'a str,
    pub(super) close: &'a str,
}

/// Splits `text` into blocks.
pub(super) fn split(text: &str) -> Document<'_> {
    scan::Scanner::new(text).run()
}
