//! The pass over the lines: which block each of them begins, continues or ends.

use std::collections::HashSet;

use super::label::Label;
use super::{Block, Document, Kind};
use crate::step::llm::extractive::line::{self, Line};
use crate::step::llm::extractive::record;
use crate::step::llm::extractive::role::Role;

/// Reads lines into a [`Document`].
#[derive(Debug)]
pub(super) struct Scanner<'a> {
    pub(super) source: &'a str,
    pub(super) lines: Vec<Line<'a>>,
    pub(super) at: usize,
    pub(super) out: Document<'a>,
    /// The paragraph or item that the next line may continue.
    pub(super) open: Option<Open<'a>>,
    /// The list items around this line, outermost first.
    pub(super) items: Vec<Nest>,
    list: usize,
    quote: usize,
    pub(super) heading: Option<usize>,
    pub(super) label: Option<Label>,
    pub(super) role: Role,
    pub(super) role_level: u8,
    pub(super) titles: HashSet<String>,
    /// Before the first part of the prompt: nothing but a title and words to the model.
    pub(super) is_preamble: bool,
    /// Inside plain `git log`, where an indent is a message and not code.
    pub(super) in_git_log: bool,
    /// For each mark: a fence of at least this length is known to have no end from here on.
    pub(super) endless: [usize; 2],
    /// No value that began before this line is JSON.
    pub(super) no_json_before: usize,
    has_comment_ends: bool,
}

/// A block that is not finished.
#[derive(Debug)]
pub(super) struct Open<'a> {
    /// The item's place among the blocks; a paragraph has none before it is finished.
    pub(super) item: Option<usize>,
    pub(super) parent: Option<usize>,
    pub(super) lines: Vec<Line<'a>>,
}

#[derive(Debug)]
pub(super) struct Nest {
    block: usize,
    /// The column where the item's text begins.
    pub(super) content: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(source: &'a str) -> Self {
        Self {
            source,
            lines: line::lines(source),
            at: 0,
            out: Document::default(),
            open: None,
            items: Vec::new(),
            list: 0,
            quote: 0,
            heading: None,
            label: None,
            role: Role::News,
            role_level: 0,
            titles: HashSet::new(),
            is_preamble: true,
            in_git_log: false,
            endless: [usize::MAX; 2],
            no_json_before: 0,
            has_comment_ends: true,
        }
    }

    pub(super) fn run(mut self) -> Document<'a> {
        while let Some(&line) = self.lines.get(self.at) {
            self.at += 1;
            if line.quote != self.quote {
                self.end_list();
                self.quote = line.quote;
            }
            if line.text.is_empty() {
                self.close();
            } else if !self.indented(line)
                && !self.fenced(line)
                && !self.lone_line(line)
                && !self.data(line)
            {
                self.text(line);
            }
        }
        self.close();
        self.mark_last_instruction();
        self.out
    }

    fn end_list(&mut self) {
        self.close();
        self.items.clear();
    }

    /// The innermost item that a line with this indent is a part of.
    pub(super) fn parent(&mut self, indent: usize) -> Option<usize> {
        while self.items.pop_if(|item| indent < item.content).is_some() {}
        self.items.last().map(|item| item.block)
    }

    pub(super) fn push(&mut self, kind: Kind<'a>, lines: Vec<&'a str>, parent: Option<usize>) {
        let section = self.section_for(&kind, parent);
        let role = match kind {
            Kind::Code { .. } | Kind::Log { .. } => self.role.max(Role::Code),
            _ => self.role,
        };
        self.out.blocks.push(Block {
            kind,
            role,
            quote: self.quote,
            section,
            parent,
            lines,
        });
    }

    /// Headings, separators, comments and link definitions.
    fn lone_line(&mut self, line: Line<'a>) -> bool {
        if let Some((level, title)) = line::heading(line.text) {
            self.end_list();
            self.in_git_log = false;
            self.enter_heading(line.text.into(), title, level);
            return true;
        }
        if let Some(level) = line::underline(line.text)
            && let Some(title) = self.take_title()
        {
            self.items.clear();
            let marks = if level == 1 { "#" } else { "##" };
            self.enter_heading(format!("{marks} {title}").into(), title, level);
            return true;
        }
        if line::is_separator(line.text) {
            self.end_list();
            return true;
        }
        if line.text.starts_with("<!--") {
            self.close();
            let rest = &self.lines[self.at - 1..];
            let end = if self.has_comment_ends {
                rest.iter().position(|line| line.text.contains("-->"))
            } else {
                None
            };
            self.has_comment_ends = end.is_some();
            self.at += end.unwrap_or(0);
            return true;
        }
        if self.open.is_none()
            && let Some(name) = line::definition(line.text)
        {
            self.out.definitions.push((name.to_lowercase(), line.text));
            return true;
        }
        if record::is_log_entry(line.text) {
            self.end_list();
            self.in_git_log = true;
            // The author and the date follow, up to a blank line.
            while self
                .lines
                .get(self.at)
                .is_some_and(|line| !line.text.is_empty())
            {
                self.at += 1;
            }
            return true;
        }
        false
    }

    fn text(&mut self, line: Line<'a>) {
        let is_in_paragraph = self.open.as_ref().is_some_and(|open| open.item.is_none());
        // In a paragraph only a list that begins with 1 is a list, as in CommonMark: a line may begin with a year.
        let item = line::item(line.text).filter(|(marker, content)| {
            !is_in_paragraph
                || !content.is_empty()
                    && (!marker.starts_with(|c: char| c.is_ascii_digit())
                        || marker.starts_with("1.")
                        || marker.starts_with("1)"))
        });
        if let Some((marker, content)) = item {
            self.close();
            if self.items.is_empty() {
                self.list += 1;
            }
            let parent = self.parent(line.indent);
            let width = line
                .text
                .split_whitespace()
                .next()
                .map_or(0, |mark| mark.chars().count());
            let block = self.out.blocks.len();
            self.items.push(Nest {
                block,
                content: line.indent + width + 1,
            });
            self.push(
                Kind::Item {
                    marker,
                    list: self.list,
                },
                Vec::new(),
                parent,
            );
            let first = Line {
                text: content,
                ..line
            };
            self.open = Some(Open {
                item: Some(block),
                parent,
                lines: vec![first],
            });
            return;
        }
        // After a list a label at the margin begins something new, blank line or not.
        let ends_list = !is_in_paragraph && line.indent == 0 && line.text.ends_with([':', '：']);
        if ends_list {
            self.close();
        }
        if let Some(open) = &mut self.open {
            open.lines.push(line);
        } else {
            self.in_git_log &= line.indent >= 4;
            let parent = self.parent(line.indent);
            self.open = Some(Open {
                item: None,
                parent,
                lines: vec![line],
            });
        }
    }
}
