//! `${..}`: name, operator and word.

use super::Context;
use super::expansion::is_special;
use super::refusal::{Place, Unclear};
use super::text::Symbol;
use super::word::{Quote, Read, Reader, Word, continues_name, starts_name};

/// What is done with a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    /// Nothing more: the closing brace is taken.
    None,
    /// `-`, `+` or `?`: the word is text.
    Text,
    /// `=`: the word is assigned.
    Assign,
    /// `#` or `%`: the word is a pattern.
    Remove,
    /// Something that POSIX does not have.
    Unknown,
}

impl Reader<'_> {
    /// Reads the rest of `${..}` and returns the name of the variable whose text it gives.
    pub(super) fn parameter(&mut self, quote: Quote) -> Read<String> {
        let from = self.findings.seen();
        let mut name = String::new();
        match self.operator(from, &mut name)? {
            Operator::None => Ok(()),
            Operator::Unknown => {
                self.parameter_word(from, quote, Some(Place::ParameterBash), Operator::Unknown)
            }
            // The value is assigned, and then what is assigned is split.
            Operator::Assign if quote == Quote::Bare => {
                self.parameter_word(from, quote, Some(Place::ParameterWord), Operator::Assign)
            }
            operator => self.parameter_word(from, quote, None, operator),
        }?;
        Ok(name)
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

    /// Reads what follows `${` up to the word, the name included.
    fn operator(&mut self, from: usize, name: &mut String) -> Read<Operator> {
        if self.cursor.is_before("\\\n") {
            return self.lost_since(from, Unclear::Differs);
        }
        let counts = self.cursor.is_at('#')
            && !matches!(
                self.cursor.look(1),
                Some(Symbol::Char('}' | '-' | '+' | '=' | '?' | ':' | '#' | '%'))
            );
        if counts {
            self.cursor.next();
        }
        let named = self.parameter_name(name);
        if counts {
            name.clear();
        }
        if self.cursor.is_before("\\\n") {
            return self.lost_since(from, Unclear::Differs);
        }
        if self.cursor.take("}") {
            return Ok(Operator::None);
        }
        let operator = if !named || counts {
            Operator::Unknown
        } else if self.takes_any(&[":-", ":+", ":?", "-", "+", "?"]) {
            Operator::Text
        } else if self.takes_any(&[":=", "="]) {
            Operator::Assign
        } else if self.takes_any(&["##", "#", "%%", "%"]) {
            Operator::Remove
        } else {
            Operator::Unknown
        };
        Ok(operator)
    }

    fn takes_any(&mut self, operators: &[&str]) -> bool {
        operators.iter().any(|operator| self.cursor.take(operator))
    }

    /// Reads the name; false if it is none that every shell knows.
    fn parameter_name(&mut self, name: &mut String) -> bool {
        let mut named = false;
        if let Some(c) = self.cursor.take_if(|c| is_special(c) || starts_name(c)) {
            named = true;
            name.push(c);
            let continues: fn(char) -> bool = if c.is_ascii_digit() {
                |c| c.is_ascii_digit()
            } else if starts_name(c) {
                continues_name
            } else {
                |_| false
            };
            while let Some(c) = self.cursor.take_if(continues) {
                name.push(c);
            }
        }
        loop {
            match self.cursor.peek() {
                Some(Symbol::Value(value)) => self.findings.refuse(value, Place::ParameterName),
                Some(Symbol::Raw) => {}
                Some(Symbol::Char(c)) if continues_name(c) => {}
                _ => return named,
            }
            named = true;
            self.cursor.next();
        }
    }
}
