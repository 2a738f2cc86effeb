//! The pass over the lines: which block each of them begins, continues or ends.

use std::collections::HashSet;

use serde::de::IgnoredAny;

use super::paragraph::Label;
use super::{Block, Document, Fence, Kind};
use crate::step::llm::extractive::line::{self, Line};
use crate::step::llm::extractive::record;
use crate::step::llm::extractive::role::Role;

/// Reads lines into a [`Document`].
#[derive(Debug)]
pub(super) struct Scanner<'a> {
    source: &'a str,
    lines: Vec<Line<'a>>,
    at: usize,
    pub(super) out: Document<'a>,
    /// The paragraph or item that the next line may continue.
    pub(super) open: Option<Open<'a>>,
    /// The list items around this line, outermost first.
    items: Vec<Nest>,
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
    in_git_log: bool,
    /// For each mark: a fence of at least this length is known to have no end from here on.
    endless: [usize; 2],
    /// No value that began before this line is JSON.
    no_json_before: usize,
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
struct Nest {
    block: usize,
    /// The column where the item's text begins.
    content: usize,
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
    fn parent(&mut self, indent: usize) -> Option<usize> {
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

    fn indented(&mut self, line: Line<'a>) -> bool {
        let base = self
            .items
            .iter()
            .rev()
            .find(|item| line.indent >= item.content)
            .map_or(0, |item| item.content);
        if self.open.is_some() || self.in_git_log || line.indent < base + 4 {
            return false;
        }
        let parent = self.parent(line.indent);
        let mut lines = vec![line.raw];
        let mut end = self.at;
        for (at, next) in self.lines.iter().enumerate().skip(self.at) {
            if next.quote != line.quote || !(next.text.is_empty() || next.indent >= base + 4) {
                break;
            }
            if !next.text.is_empty() {
                end = at + 1;
            }
        }
        lines.extend(self.lines[self.at..end].iter().map(|line| line.raw));
        self.at = end;
        self.push(Kind::Code { fence: None }, lines, parent);
        true
    }

    fn fenced(&mut self, line: Line<'a>) -> bool {
        let Some((mark, length, info)) = line::fence(line.text) else {
            return false;
        };
        self.close();
        let endless = usize::from(mark == '~');
        if length >= self.endless[endless] {
            return true;
        }
        let closes = |next: &Line<'_>| {
            next.text.len() >= length && next.text.chars().all(|c| c == mark)
                || next.quote < line.quote
        };
        let Some(count) = self.lines[self.at..].iter().position(closes) else {
            self.endless[endless] = length;
            return true;
        };
        let end = self.at + count;
        let lines: Vec<&'a str> = self.lines[self.at..end]
            .iter()
            .map(|line| line.raw)
            .collect();
        let records = lines.iter().filter(|line| record::begins(line)).count();
        let filled = lines.iter().filter(|line| !line.trim().is_empty()).count();
        // A fence that the end of its quote closes has no last line to show.
        let ended = self.lines[end];
        let close = if ended.quote < line.quote {
            &line.text[..length]
        } else {
            ended.text
        };
        self.at = if ended.quote < line.quote {
            end
        } else {
            end + 1
        };
        let fence = Fence {
            open: line.text,
            close,
        };
        let is_plain = matches!(
            info.to_lowercase().as_str(),
            "" | "console" | "log" | "logs" | "plain" | "text" | "txt"
        );
        let parent = self.parent(line.indent);
        let kind = if is_plain {
            Kind::Log { fence }
        } else {
            Kind::Code { fence: Some(fence) }
        };
        self.push(kind, lines, parent);
        if is_plain && records > 0 && records * 2 >= filled {
            // A commit log in a fence is what the prompt is about.
            let role = self.role;
            self.out.blocks.last_mut().expect("a block was pushed").role = role;
        }
        true
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

    /// Tables and JSON.
    fn data(&mut self, line: Line<'a>) -> bool {
        let is_row = |next: &Line<'_>| next.quote == line.quote && next.text.contains('|');
        if let Some(rule) = self.lines.get(self.at).copied()
            && is_row(&line)
            && is_row(&rule)
            && line::is_table_rule(rule.text)
            && !line::is_table_rule(line.text)
        {
            self.close();
            let parent = self.parent(line.indent);
            let first = self.at + 1;
            let count = self.lines[first..]
                .iter()
                .take_while(|next| is_row(next))
                .count();
            self.at = first + count;
            let rows = self.lines[first..self.at]
                .iter()
                .map(|line| line.text)
                .collect();
            self.push(
                Kind::Table {
                    head: [line.text, rule.text],
                },
                rows,
                parent,
            );
            return true;
        }
        self.open.is_none() && self.json(line)
    }

    fn json(&mut self, line: Line<'a>) -> bool {
        if line.quote > 0 || self.at <= self.no_json_before || !line.text.starts_with(['{', '[']) {
            return false;
        }
        let mut values = serde_json::Deserializer::from_str(&self.source[line.start..])
            .into_iter::<IgnoredAny>();
        match values.next() {
            Some(Ok(_)) => {
                let end = line.start + values.byte_offset();
                let after = self.at
                    + self.lines[self.at..]
                        .iter()
                        .take_while(|line| line.start < end)
                        .count();
                let last = self.lines[after - 1];
                if !self.source[end..last.start + last.raw.len()]
                    .trim()
                    .is_empty()
                {
                    self.no_json_before = after;
                    return false;
                }
                let lines = self.lines[self.at - 1..after]
                    .iter()
                    .map(|line| line.raw)
                    .collect();
                self.at = after;
                let parent = self.parent(line.indent);
                self.push(Kind::Code { fence: None }, lines, parent);
                true
            }
            Some(Err(error)) => {
                // What lies before the mistake was read once; reading it again from every line would take for ever.
                self.no_json_before = self.at - 1 + error.line();
                false
            }
            None => false,
        }
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
