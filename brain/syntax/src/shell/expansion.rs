//! What begins with `$`.

use super::command::Until;
use super::refusal::{Place, Unclear};
use super::text::Symbol;
use super::word::{OPAQUE, Quote, Read, Reader, Word, continues_name, starts_name};

impl Reader<'_> {
    /// Reads what follows a `$`.
    pub(super) fn dollar(&mut self, quote: Quote, word: &mut Word) -> Read<()> {
        if self.cursor.is_before("\\\n") {
            return self.lost(Unclear::Differs);
        }
        let Some(next) = self.cursor.peek() else {
            word.text.push('$');
            return Ok(());
        };
        match next {
            Symbol::Value(value) => {
                self.cursor.next();
                self.findings.refuse(value, Place::AfterDollar);
            }
            Symbol::Raw => {
                self.cursor.next();
            }
            Symbol::Char('(') => self.parenthesis(quote, word)?,
            Symbol::Char('{') => {
                self.cursor.next();
                let name = self.nested(|reader| reader.parameter(quote))?;
                self.expand(&name, word);
            }
            // bash evaluates `$[ .. ]` as arithmetic; dash has no such thing.
            Symbol::Char('[') => return self.lost(Unclear::Differs),
            Symbol::Char('\'') if quote == Quote::Bare => self.dollar_single(word)?,
            Symbol::Char('"') if quote == Quote::Bare => {
                self.cursor.next();
                let from = self.findings.seen();
                self.double(&mut Word::default())?;
                let seen = self.findings.seen();
                self.findings.forbid(from..seen, Place::DollarDouble);
                word.quoted = true;
            }
            Symbol::Char(c) if starts_name(c) => {
                let mut name = String::new();
                while let Some(c) = self.cursor.take_if(continues_name) {
                    name.push(c);
                }
                self.expand(&name, word);
            }
            Symbol::Char(c) if is_special(c) => {
                self.cursor.next();
                self.expand(c.encode_utf8(&mut [0; 4]), word);
            }
            Symbol::Char(_) => {
                word.text.push('$');
                return Ok(());
            }
        }
        word.text.push(OPAQUE);
        Ok(())
    }

    /// Notes that a word expands the variable of this name.
    fn expand(&self, name: &str, word: &mut Word) {
        let held = self.findings.known.held(name);
        word.file |= held.iter().any(|value| self.findings.is_file(*value));
        word.held.extend(held);
        word.spreads = matches!(name, "@" | "*") && word.text.is_empty();
    }

    /// Reads `(..)` or `((..))` after a `$`.
    fn parenthesis(&mut self, quote: Quote, word: &mut Word) -> Read<()> {
        let from = self.findings.seen();
        if self.cursor.take("((") {
            let inner = if quote == Quote::Bare {
                Quote::Double
            } else {
                quote
            };
            return self.nested(|reader| reader.arithmetic(from, inner));
        }
        self.cursor.next();
        let output = self.nested(|reader| reader.list(Until::Closed))?;
        word.held.extend(output);
        Ok(())
    }

    /// Reads the rest of arithmetic whose two parentheses are open.
    ///
    /// `quote` is what stands around `$((`, or `Bare` for the command `((`, which dash reads as two subshells.
    pub(super) fn arithmetic(&mut self, from: usize, quote: Quote) -> Read<()> {
        let command = quote == Quote::Bare;
        let quote = if command { Quote::Double } else { quote };
        let mut open = 2_usize;
        while open > 0 {
            match self.cursor.next() {
                None => return self.lost_since(from, Unclear::Arithmetic),
                Some(Symbol::Char('(')) => open += 1,
                Some(Symbol::Char(')')) => {
                    open -= 1;
                    if open == 1 && !self.cursor.is_at(')') {
                        return self.lost_since(from, Unclear::Arithmetic);
                    }
                }
                // Quotes and comments: one shell reads commands here, another numbers.
                Some(Symbol::Char('\'' | '"' | '\\')) => {
                    return self.lost_since(from, Unclear::Arithmetic);
                }
                Some(Symbol::Char('#' | '<')) if command => {
                    return self.lost_since(from, Unclear::Arithmetic);
                }
                Some(Symbol::Char('$')) => self.dollar(quote, &mut Word::default())?,
                Some(Symbol::Char('`')) => self.backquote(quote, &mut Word::default())?,
                Some(Symbol::Value(value)) => self.findings.refuse(value, Place::Arithmetic),
                Some(Symbol::Char(_) | Symbol::Raw) => {}
            }
        }
        let seen = self.findings.seen();
        self.findings.forbid(from..seen, Place::Arithmetic);
        Ok(())
    }

    /// Reads `$'..'`, the quote being next.
    fn dollar_single(&mut self, word: &mut Word) -> Read<()> {
        self.cursor.next();
        word.quoted = true;
        let from = self.findings.seen();
        loop {
            match self.cursor.next() {
                None => return self.lost_since(from, Unclear::Single),
                Some(Symbol::Char('\'')) => return Ok(()),
                Some(Symbol::Char('\\')) if self.cursor.is_at('\'') => {
                    // bash goes on after `\'`, dash ends there.
                    return self.lost_since(from, Unclear::Differs);
                }
                Some(Symbol::Char('\\')) if self.cursor.is_at('\\') => {
                    self.cursor.next();
                }
                Some(Symbol::Value(value)) => self.findings.refuse(value, Place::DollarSingle),
                Some(Symbol::Char(_) | Symbol::Raw) => {}
            }
        }
    }
}

/// Tells whether `$c` is a parameter of one character.
pub(super) fn is_special(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '@' | '*' | '#' | '?' | '-' | '$' | '!')
}
