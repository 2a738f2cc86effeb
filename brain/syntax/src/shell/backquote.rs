//! Command substitution in backquotes.

use super::command::Until;
use super::refusal::{Place, Unclear};
use super::text::{Cursor, Symbol};
use super::word::{OPAQUE, Quote, Read, Reader, Word};

impl Reader<'_> {
    /// Reads what follows an opening backquote: a text of its own, once its backslashes are taken out.
    pub(super) fn backquote(&mut self, quote: Quote, word: &mut Word) -> Read<()> {
        word.text.push(OPAQUE);
        let from = self.findings.seen();
        let mut inner = Vec::new();
        loop {
            match self.cursor.next() {
                None => return self.lost_since(from, Unclear::Backquote),
                Some(Symbol::Char('`')) => break,
                Some(Symbol::Char('\\')) => match self.cursor.next() {
                    None => return self.lost_since(from, Unclear::Backquote),
                    Some(escaped @ Symbol::Char('`' | '\\' | '$')) => inner.push(escaped),
                    Some(Symbol::Char('"')) if quote == Quote::Double => {
                        inner.push(Symbol::Char('"'));
                    }
                    Some(Symbol::Char('"')) if quote == Quote::HereDocument => {
                        return self.lost_since(from, Unclear::Differs);
                    }
                    // dash drops it before it reads the command, bash after, which matters in quotes and comments.
                    Some(Symbol::Char('\n')) => return self.lost_since(from, Unclear::Differs),
                    Some(other) => {
                        if let Symbol::Value(value) = other {
                            self.findings
                                .forbid(value..value + 1, Place::AfterBackslash);
                        }
                        inner.extend([Symbol::Char('\\'), other]);
                    }
                },
                Some(symbol) => inner.push(symbol),
            }
        }
        let awaited = self.awaited;
        let confuses = confuses(&inner);
        let output = self.nested(|reader| {
            let mut reader = Reader {
                cursor: Cursor::new(inner),
                findings: &mut *reader.findings,
                depth: reader.depth,
                awaited,
            };
            reader.list(Until::End)
        })?;
        word.held.extend(output);
        if confuses {
            let seen = self.findings.seen();
            self.findings.forbid(from..seen, Place::Backquote);
        }
        Ok(())
    }
}

/// Tells whether a text in backquotes has quotes, comments or substitutions in quotes. bash looks for the end of a
/// surrounding text in several ways, and not all of them read these as the command itself is read later.
fn confuses(inner: &[Symbol]) -> bool {
    let mut quote = None;
    let mut before = Symbol::Char(' ');
    for &symbol in inner {
        if let Symbol::Char(c) = symbol {
            let after_dollar = before == Symbol::Char('$') && matches!(c, '(' | '{');
            match quote {
                Some(open) if c == open => quote = None,
                Some('\'') if matches!(c, '"' | '`' | '\\') || after_dollar => return true,
                None if matches!(c, '\'' | '"') => {
                    if before == Symbol::Char('\\') {
                        return true;
                    }
                    quote = Some(c);
                }
                None if c == '#'
                    && matches!(
                        before,
                        Symbol::Char(' ' | '\t' | '\n' | ';' | '(' | '&' | '|')
                    ) =>
                {
                    return true;
                }
                None if c == '<' && before == symbol => return true,
                _ => {}
            }
        }
        before = symbol;
    }
    false
}
