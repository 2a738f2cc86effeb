//! Here-documents: the delimiter after `<<`, and the lines up to it.

use super::Context;
use super::refusal::{Place, Unclear};
use super::text::{Cursor, Symbol};
use super::word::{Quote, Read, Reader, Word};

/// A here-document whose lines are still to come.
#[derive(Debug)]
pub(super) struct Pending {
    delimiter: Vec<Symbol>,
    quoted: bool,
    tabs: Tabs,
}

/// What happens to the tabs that lines begin with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tabs {
    Kept,
    Dropped,
}

impl Reader<'_> {
    /// Reads the delimiter, which may be quoted.
    pub(super) fn delimiter(&mut self, tabs: Tabs) -> Read<Pending> {
        let mut pending = Pending {
            delimiter: Vec::new(),
            quoted: false,
            tabs,
        };
        loop {
            self.cursor.skip_continuations();
            let Some(Symbol::Char(c)) = self.cursor.peek() else {
                break;
            };
            match c {
                ' ' | '\t' | '\n' | ';' | '&' | '|' | '<' | '>' | '(' | ')' => break,
                '$' | '`' => return self.lost(Unclear::Differs),
                _ => {
                    self.cursor.next();
                }
            }
            match c {
                '\'' | '"' => {
                    pending.quoted = true;
                    self.quoted_delimiter(c, &mut pending.delimiter)?;
                }
                '\\' => {
                    pending.quoted = true;
                    match self.cursor.next() {
                        Some(symbol @ Symbol::Char(_)) => pending.delimiter.push(symbol),
                        _ => return self.lost(Unclear::Delimiter),
                    }
                }
                _ => pending.delimiter.push(Symbol::Char(c)),
            }
        }
        self.fixed()?;
        if pending.delimiter.is_empty() && !pending.quoted {
            return self.lost(Unclear::Grammar);
        }
        Ok(pending)
    }

    /// Reads a quoted part of a delimiter up to its closing quote.
    fn quoted_delimiter(&mut self, quote: char, delimiter: &mut Vec<Symbol>) -> Read<()> {
        loop {
            self.fixed()?;
            match self.cursor.next() {
                Some(Symbol::Char(c)) if c == quote => return Ok(()),
                Some(Symbol::Char('\\' | '$' | '`')) if quote == '"' => {
                    return self.lost(Unclear::Differs);
                }
                Some(Symbol::Char('\n')) => return self.lost(Unclear::Differs),
                Some(symbol) => delimiter.push(symbol),
                None if quote == '"' => return self.lost(Unclear::Double),
                None => return self.lost(Unclear::Single),
            }
        }
    }

    /// Refuses a delimiter that is known at run time only.
    fn fixed(&mut self) -> Read<()> {
        match self.cursor.peek() {
            Some(Symbol::Value(value)) => {
                self.findings.refuse(value, Place::Delimiter);
                self.lost(Unclear::Delimiter)
            }
            Some(Symbol::Raw) => self.lost(Unclear::Delimiter),
            _ => Ok(()),
        }
    }

    /// Reads the lines of a here-document and returns the values of the variables that it expands.
    pub(super) fn lines(&mut self, pending: &Pending) -> Read<Vec<usize>> {
        let from = self.findings.seen();
        let mut body = Vec::new();
        let mut logical: Vec<Symbol> = Vec::new();
        let mut continued = false;
        let mut joining = false;
        loop {
            let Some(mut line) = self.cursor.line() else {
                return self.lost_since(from, Unclear::HereDocument);
            };
            if pending.tabs == Tabs::Dropped {
                let tabs = line.iter().take_while(|s| **s == Symbol::Char('\t'));
                line.drain(..tabs.count());
            }
            let joins = !pending.quoted && ends_continued(&line);
            if !joining && line == pending.delimiter {
                break;
            }
            if joins || joining {
                continued = true;
                // bash compares what is joined, dash each line.
                logical.extend(line.iter().take(line.len() - usize::from(joins)));
                if logical == pending.delimiter || line == pending.delimiter {
                    return self.lost_since(from, Unclear::Differs);
                }
            }
            if !joins {
                logical.clear();
            }
            joining = joins;
            body.extend(line);
            body.push(Symbol::Char('\n'));
        }
        if pending.quoted {
            for symbol in body {
                if let Symbol::Value(value) = symbol {
                    self.findings.refuse(value, Place::QuotedHereDocument);
                }
            }
            return Ok(Vec::new());
        }
        // bash joins lines before it looks for substitutions, dash within them.
        if continued && body.iter().any(|s| matches!(s, Symbol::Char('(' | '`'))) {
            return self.lost_since(from, Unclear::Differs);
        }
        let awaited = self.awaited;
        self.nested(|reader| {
            let mut reader = Reader {
                cursor: Cursor::new(body),
                findings: &mut *reader.findings,
                depth: reader.depth,
                awaited,
            };
            reader.body()
        })
    }

    /// Reads the text of an unquoted here-document.
    fn body(&mut self) -> Read<Vec<usize>> {
        let mut word = Word::default();
        loop {
            self.cursor.skip_continuations();
            match self.cursor.next() {
                None => return Ok(word.held),
                Some(Symbol::Char('$')) => self.dollar(Quote::HereDocument, &mut word)?,
                Some(Symbol::Char('`')) => self.backquote(Quote::HereDocument, &mut word)?,
                Some(Symbol::Char('\\')) => self.escape(&mut word),
                Some(Symbol::Value(value)) => self.findings.accept(value, Context::HereDocument),
                Some(Symbol::Char(_) | Symbol::Raw) => {}
            }
        }
    }
}

/// Tells whether a line ends with a backslash that is not quoted itself.
fn ends_continued(line: &[Symbol]) -> bool {
    let backslashes = line.iter().rev().take_while(|s| **s == Symbol::Char('\\'));
    backslashes.count() % 2 == 1
}
