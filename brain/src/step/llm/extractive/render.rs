//! Puts the picked units together as Markdown that renders.
//!
//! Sentences of one paragraph stand in one line, items and rows in lines of their own, everything else is kept apart by
//! a blank line. The heading of each part comes along once, a table's head too; link definitions follow at the end.

use std::collections::HashMap;

use super::block::{Block, Document, Kind};
use super::unit::{self, Unit};

/// Renders the units with the indices `picked`, which ascend.
pub(super) fn render(document: &Document<'_>, units: &[Unit<'_>], picked: &[usize]) -> String {
    let mut page = Page {
        document,
        text: String::new(),
        shown: vec![false; document.sections.len()],
        indents: HashMap::new(),
    };
    let mut before: Option<&Unit<'_>> = None;
    for &index in picked {
        let unit = &units[index];
        page.add(before, unit);
        before = Some(unit);
    }
    if let Some(last) = before {
        page.end_fence(last);
    }
    page.definitions();
    page.text
}

struct Page<'p, 'a> {
    document: &'p Document<'a>,
    text: String,
    /// Which sections have their head on the page.
    shown: Vec<bool>,
    /// The items on the page, with the column of their text.
    indents: HashMap<usize, usize>,
}

impl Page<'_, '_> {
    fn add(&mut self, before: Option<&Unit<'_>>, unit: &Unit<'_>) {
        let block = &self.document.blocks[unit.block];
        let same_block = before.filter(|before| before.block == unit.block);
        if let Some(before) = same_block {
            if before.part == unit.part {
                if unit::needs_space(&self.text, &unit.text) {
                    self.text.push(' ');
                }
                self.text.push_str(&unit.text);
            } else {
                self.text.push('\n');
                self.lines(block, 0, &unit.text);
            }
            return;
        }
        if let Some(before) = before {
            self.end_fence(before);
        }
        let is_new_section = block.section.is_some_and(|section| self.head(section));
        let previous = before.map(|before| &self.document.blocks[before.block]);
        let is_next_item = previous.is_some_and(|previous| is_same_list(previous, block));
        self.blank(is_next_item && !is_new_section);
        let indent = block
            .parent
            .and_then(|parent| self.indents.get(&parent))
            .copied()
            .unwrap_or(0);
        match &block.kind {
            Kind::Item { marker, .. } => {
                self.indents.insert(
                    unit.block,
                    indent
                        + marker
                            .split(' ')
                            .next()
                            .map_or(0, |mark| mark.chars().count())
                        + 1,
                );
                self.lines(block, indent, &format!("{marker} {}", unit.text));
            }
            Kind::Table { head } => {
                let table = format!("{}\n{}\n{}", head[0], head[1], unit.text);
                self.lines(block, indent, &table);
            }
            Kind::Log { fence } => {
                let log = format!("{}\n{}", fence.open, unit.text);
                self.lines(block, indent, &log);
            }
            Kind::Code { fence: Some(fence) } => {
                let code = format!("{}\n{}\n{}", fence.open, unit.text, fence.close);
                self.lines(block, indent, &code);
            }
            Kind::Prose | Kind::Lines { .. } | Kind::Code { fence: None } => {
                self.lines(block, indent, &unit.text);
            }
        }
    }

    /// Writes `text` with the block's quote markers and an indent before every line.
    fn lines(&mut self, block: &Block<'_>, indent: usize, text: &str) {
        for (number, line) in text.split('\n').enumerate() {
            if number > 0 {
                self.text.push('\n');
            }
            self.text.extend(std::iter::repeat_n("> ", block.quote));
            self.text.extend(std::iter::repeat_n(' ', indent));
            self.text.push_str(line);
        }
    }

    fn end_fence(&mut self, unit: &Unit<'_>) {
        let block = &self.document.blocks[unit.block];
        if let Kind::Log { fence } = block.kind {
            let indent = block
                .parent
                .and_then(|parent| self.indents.get(&parent))
                .copied()
                .unwrap_or(0);
            self.text.push('\n');
            self.lines(block, indent, fence.close);
        }
    }

    /// Writes the head of `section` and of the one above it, if they are not on the page. Says whether it wrote any.
    fn head(&mut self, section: usize) -> bool {
        if std::mem::replace(&mut self.shown[section], true) {
            return false;
        }
        let document = self.document;
        if let Some(parent) = document.sections[section].parent {
            self.head(parent);
        }
        self.blank(false);
        self.text.push_str(&document.sections[section].head);
        true
    }

    fn blank(&mut self, is_tight: bool) {
        if !self.text.is_empty() {
            self.text.push_str(if is_tight { "\n" } else { "\n\n" });
        }
    }

    /// Writes the definitions of the links that the page names.
    fn definitions(&mut self) {
        if self.document.definitions.is_empty() {
            return;
        }
        let text = self.text.to_lowercase();
        let names: std::collections::HashSet<&str> = text
            .split('[')
            .skip(1)
            .filter_map(|rest| rest.split_once(']'))
            .map(|(name, _)| name)
            .collect();
        let mut is_first = true;
        for (name, line) in &self.document.definitions {
            if names.contains(name.as_str()) {
                self.blank(!is_first);
                self.text.push_str(line);
                is_first = false;
            }
        }
    }
}

fn is_same_list(previous: &Block<'_>, block: &Block<'_>) -> bool {
    match (&previous.kind, &block.kind) {
        (Kind::Item { list, .. }, Kind::Item { list: other, .. }) => {
            list == other && previous.quote == block.quote
        }
        _ => false,
    }
}
