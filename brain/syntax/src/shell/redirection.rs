//! Redirections, and the lines that here-documents take.

use super::command::{Expect, List, Until};
use super::here::Tabs;
use super::pipeline::{Document, Joint};
use super::refusal::{Place, Unclear};
use super::text::Symbol;
use super::word::{Read, Reader};

impl Reader<'_> {
    /// Reads a redirection, its operator being next.
    pub(super) fn redirection(&mut self, list: &mut List) -> Read<()> {
        let first = self.findings.seen();
        for (operator, tabs) in [("<<-", Tabs::Dropped), ("<<", Tabs::Kept)] {
            if self.cursor.is_before("<<<") {
                break;
            }
            if self.cursor.take(operator) {
                self.blanks();
                let pending = self.delimiter(tabs)?;
                let document = list.documents.len();
                list.documents.push(Document {
                    values: 0..0,
                    held: Vec::new(),
                    place: None,
                });
                list.own.push(document);
                list.pending.push((document, pending));
                list.begun = true;
                return Ok(());
            }
        }
        for process in ["<(", ">("] {
            if self.cursor.take(process) {
                self.nested(|reader| reader.list(Until::Closed))?;
                let seen = self.findings.seen();
                self.findings
                    .forbid(first..seen, Place::ProcessSubstitution);
                return Ok(());
            }
        }
        let reads = self.cursor.is_at('<');
        let refused = if self.cursor.take("<<<") {
            Some(Place::HereString)
        } else if self.cursor.take("<&") || self.cursor.take(">&") {
            Some(Place::Descriptor)
        } else {
            if !(self.cursor.take("<>") || self.cursor.take(">>") || self.cursor.take(">|")) {
                self.cursor.next();
            }
            None
        };
        self.blanks();
        if matches!(
            self.cursor.peek(),
            None | Some(Symbol::Char(
                '\n' | ';' | '&' | '|' | '<' | '>' | '(' | ')' | '#'
            ))
        ) {
            return self.lost(Unclear::Grammar);
        }
        let word = self.word()?;
        if let Some(place) = refused {
            self.findings.forbid(word.values, place);
        } else if reads {
            let holds = word.file;
            list.inputs.push(if holds { word.values } else { 0..0 });
        }
        list.begun = true;
        Ok(())
    }

    /// Ends a line: a command may end with it, and here-documents begin.
    pub(super) fn newline(&mut self, list: &mut List) -> Read<()> {
        match list.expect {
            Expect::Command | Expect::LoopIn | Expect::CaseIn | Expect::PatternStart => {}
            Expect::Argument | Expect::AfterCompound => {
                self.finish(list, Joint::Other);
                list.expect = Expect::Command;
            }
            _ => return self.lost(Unclear::Grammar),
        }
        let pending = std::mem::take(&mut list.pending);
        let count = pending.len();
        for (position, (document, pending)) in pending.into_iter().enumerate() {
            self.awaited = position + 1 < count;
            let first = self.findings.seen();
            let held = self.lines(&pending)?;
            let values = first..self.findings.seen();
            if let Some(document) = list.documents.get_mut(document) {
                document.values = values.clone();
                if let Some(place) = document.place {
                    self.findings.forbid(values, place);
                    self.findings.forbid_held(&held, place);
                }
                document.held = held;
            }
        }
        Ok(())
    }
}
