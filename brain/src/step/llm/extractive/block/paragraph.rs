//! The end of a paragraph: is it a heading, a label, records, words to the model, or text?

use std::borrow::Cow;

use super::label::{Group, Label};
use super::scan::{Open, Scanner};
use super::{Kind, Section};
use crate::step::llm::extractive::line::Line;
use crate::step::llm::extractive::record::{self, Layout};
use crate::step::llm::extractive::role::{self, Role};

/// The level of a label: below every heading.
const LABEL: u8 = 7;

/// A label that announces more than a line or two is a sentence.
const LABEL_CHARS: usize = 120;

impl<'a> Scanner<'a> {
    /// Ends the open paragraph or item.
    pub(super) fn close(&mut self) {
        let Some(Open {
            item,
            parent,
            mut lines,
        }) = self.open.take()
        else {
            return;
        };
        if let Some(item) = item {
            self.out.blocks[item].lines = lines.iter().map(|line| line.text).collect();
            return;
        }
        if is_label(lines[0].text) && parent.is_none() {
            self.enter_label(lines.remove(0).text);
        }
        if lines.is_empty() {
            return;
        }
        let speaks_to_model = self.begins_with_instruction(&lines[0]);
        let kind = kind(&lines);
        self.push(kind, lines.iter().map(|line| line.text).collect(), parent);
        if speaks_to_model {
            self.out.blocks.last_mut().expect("a block was pushed").role = Role::Instruction;
        }
    }

    /// Takes the open paragraph as the title of a heading, if it can be one.
    pub(super) fn take_title(&mut self) -> Option<&'a str> {
        let open = self.open.take_if(|open| {
            let ends = |text: &str| text.ends_with(['.', '!', '?', ':', ';', ',']);
            open.item.is_none() && open.lines.len() == 1 && !ends(open.lines[0].text)
        })?;
        Some(open.lines[0].text)
    }

    pub(super) fn enter_heading(&mut self, head: Cow<'a, str>, title: &'a str, level: u8) {
        self.enter(title, level);
        self.label = None;
        self.is_preamble &= level == 1 && self.heading.is_none();
        self.heading = Some(self.out.sections.len());
        self.out.sections.push(Section { head, parent: None });
    }

    fn enter_label(&mut self, head: &'a str) {
        self.label = None;
        // "Summarise what follows:" is no heading for a reader.
        if role::is_instruction(head) {
            return;
        }
        self.enter(head, LABEL);
        self.is_preamble = false;
        self.label = Some(Label {
            section: self.out.sections.len(),
            group: None,
        });
        self.out.sections.push(Section {
            head: head.into(),
            parent: self.heading,
        });
    }

    /// Sets the role of what follows. Inside an earlier digest a title that the prompt itself has as well, as both have
    /// `## Commits`, is still the earlier one's.
    fn enter(&mut self, title: &str, level: u8) {
        let is_new = self.titles.insert(title.to_lowercase());
        let is_below = self.role != Role::News && level > self.role_level;
        if !(is_below || self.role == Role::Earlier && !is_new) {
            self.role = role::of_section(title);
            self.role_level = level;
        }
    }

    /// The section of a new block.
    pub(super) fn section_for(&mut self, kind: &Kind<'_>, parent: Option<usize>) -> Option<usize> {
        let Some(label) = &mut self.label else {
            return self.heading;
        };
        let group = match kind {
            Kind::Prose => Group::Prose,
            Kind::Item { .. } => Group::List,
            Kind::Lines { .. } | Kind::Table { .. } | Kind::Code { .. } | Kind::Log { .. } => {
                Group::Other
            }
        };
        match label.group {
            None => label.group = Some(group),
            Some(Group::List) if group == Group::List || parent.is_some() => {}
            Some(_) => {
                self.label = None;
                return self.heading;
            }
        }
        Some(label.section)
    }

    fn begins_with_instruction(&self, line: &Line<'_>) -> bool {
        let before = self.out.blocks.last().map(|block| block.role);
        let goes_on = before == Some(Role::Instruction) && role::is_more_instruction(line.text);
        let is_first = before.is_none_or(|role| role == Role::Instruction);
        self.is_preamble && is_first && (goes_on || role::is_instruction(line.text))
    }

    /// Marks the last paragraph, if the prompt ends as "Write the digest now.".
    pub(super) fn mark_last_instruction(&mut self) {
        if let Some(block) = self.out.blocks.last_mut()
            && block.kind == Kind::Prose
            && block
                .lines
                .first()
                .is_some_and(|line| role::is_instruction(line))
        {
            block.role = Role::Instruction;
        }
    }
}

fn is_label(text: &str) -> bool {
    let is_bold = || {
        let inner = text
            .strip_prefix("**")
            .and_then(|inner| inner.strip_suffix("**"));
        inner.is_some_and(|inner| !inner.contains("**") && !inner.ends_with(['.', '!', '?']))
    };
    let is_short = text.len() <= LABEL_CHARS * 4 && text.chars().count() <= LABEL_CHARS;
    is_short && (text.ends_with([':', '：']) && !text.contains(". ") || is_bold())
}

fn kind<'a>(lines: &[Line<'_>]) -> Kind<'a> {
    let starts = match record::layout(lines) {
        Layout::Wrapped => return Kind::Prose,
        Layout::Records => {
            let mut starts = vec![0];
            starts.extend((1..lines.len()).filter(|&at| record::begins(lines[at].text)));
            starts
        }
        Layout::Lines => (0..lines.len()).collect(),
    };
    Kind::Lines { starts }
}
