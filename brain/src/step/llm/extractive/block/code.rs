//! Blocks that are no text: code with an indent or in a fence, tables and JSON.

use serde::de::IgnoredAny;

use super::scan::Scanner;
use super::{Fence, Kind};
use crate::step::llm::extractive::line::{self, Line};
use crate::step::llm::extractive::record;

impl<'a> Scanner<'a> {
    pub(super) fn indented(&mut self, line: Line<'a>) -> bool {
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

    pub(super) fn fenced(&mut self, line: Line<'a>) -> bool {
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

    /// Tables and JSON.
    pub(super) fn data(&mut self, line: Line<'a>) -> bool {
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
}
