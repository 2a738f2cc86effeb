//! What begins with `$` or a backquote.

use super::Context;
use super::command::Until;
use super::parameter::Operator;
use super::refusal::{Place, Unclear};
use super::text::{Cursor, Symbol};
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
            Symbol::Char('(') => self.parenthesis(quote)?,
            Symbol::Char('{') => {
                self.cursor.next();
                self.nested(|reader| reader.parameter(quote))?;
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
                while self.cursor.take_if(continues_name).is_some() {}
            }
            Symbol::Char(c) if is_special(c) => {
                self.cursor.next();
            }
            Symbol::Char(_) => {
                word.text.push('$');
                return Ok(());
            }
        }
        word.text.push(OPAQUE);
        Ok(())
    }

    /// Reads `(..)` or `((..))` after a `$`.
    fn parenthesis(&mut self, quote: Quote) -> Read<()> {
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
        self.nested(|reader| reader.list(Until::Closed))
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
        self.nested(|reader| {
            let mut reader = Reader {
                cursor: Cursor::new(inner),
                findings: &mut *reader.findings,
                depth: reader.depth,
                awaited,
            };
            reader.list(Until::End)
        })?;
        if confuses {
            let seen = self.findings.seen();
            self.findings.forbid(from..seen, Place::Backquote);
        }
        Ok(())
    }

    /// Reads the rest of `${..}`.
    fn parameter(&mut self, quote: Quote) -> Read<()> {
        let from = self.findings.seen();
        match self.operator(from)? {
            Operator::None => Ok(()),
            Operator::Unknown => {
                self.parameter_word(from, quote, Some(Place::ParameterBash), Operator::Unknown)
            }
            // The value is assigned, and then what is assigned is split.
            Operator::Assign if quote == Quote::Bare => {
                self.parameter_word(from, quote, Some(Place::ParameterWord), Operator::Assign)
            }
            operator => self.parameter_word(from, quote, None, operator),
        }
    }

    /// Reads the word in `${name-word}` and the closing brace.
    fn parameter_word(
        &mut self,
        from: usize,
        quote: Quote,
        refused: Option<Place>,
        operator: Operator,
    ) -> Read<()> {
        let first = self.findings.seen();
        let context = match (quote, operator) {
            (Quote::Bare, _) | (Quote::Double, Operator::Remove) => Some(Context::Bare),
            (Quote::Double, _) => Some(Context::Double),
            (Quote::HereDocument, Operator::Remove) => None,
            (Quote::HereDocument, _) => Some(Context::HereDocument),
        };
        let mut plain = context;
        let mut word = Word::default();
        loop {
            self.cursor.skip_continuations();
            match self.cursor.peek() {
                None => return self.lost_since(from, Unclear::Parameter),
                Some(Symbol::Char('}')) => break,
                Some(Symbol::Value(value)) => {
                    self.cursor.next();
                    match plain {
                        Some(context) => self.findings.accept(value, context),
                        None => self.findings.refuse(value, Place::ParameterWord),
                    }
                }
                Some(Symbol::Char(c @ ('\'' | '"'))) if quote == Quote::Bare => {
                    self.special(c, &mut word)?;
                }
                Some(Symbol::Char('\'' | '"')) => {
                    plain = None;
                    self.inner_quote(from, quote, operator)?;
                }
                Some(Symbol::Char('\\')) => {
                    self.cursor.next();
                    self.escape(&mut word);
                }
                Some(Symbol::Char(c @ ('$' | '`'))) => {
                    self.cursor.next();
                    let inside = self.findings.seen();
                    if c == '$' {
                        self.dollar(quote, &mut word)?;
                    } else {
                        self.backquote(quote, &mut word)?;
                    }
                    if operator == Operator::Remove && quote != Quote::Bare {
                        let seen = self.findings.seen();
                        self.findings.forbid(inside..seen, Place::ParameterWord);
                    }
                }
                Some(Symbol::Char(_) | Symbol::Raw) => {
                    self.cursor.next();
                }
            }
        }
        self.cursor.next();
        if let Some(place) = refused {
            let seen = self.findings.seen();
            self.findings.forbid(first..seen, place);
        }
        Ok(())
    }

    /// Reads a quote in the word of a `${..}` that is quoted itself. Shells differ in what it does to a value, but
    /// agree on where it ends as long as no brace stands in it.
    fn inner_quote(&mut self, from: usize, quote: Quote, operator: Operator) -> Read<()> {
        let single = self.cursor.is_at('\'');
        self.cursor.next();
        if single && operator != Operator::Remove && operator != Operator::Unknown {
            return Ok(());
        }
        if quote == Quote::HereDocument {
            return self.lost_since(from, Unclear::Differs);
        }
        let inside = self.findings.seen();
        let mut word = Word::default();
        if single {
            self.single(&mut word)?;
        } else {
            self.double(&mut word)?;
        }
        if word.text.contains(['{', '}', '\'', '"']) {
            return self.lost_since(from, Unclear::Differs);
        }
        let seen = self.findings.seen();
        self.findings.forbid(inside..seen, Place::ParameterWord);
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

/// Tells whether `$c` is a parameter of one character.
pub(super) fn is_special(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '@' | '*' | '#' | '?' | '-' | '$' | '!')
}
