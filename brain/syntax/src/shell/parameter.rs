//! The head of `${..}`: name and operator.

use super::expansion::is_special;
use super::refusal::{Place, Unclear};
use super::text::Symbol;
use super::word::{Read, Reader, continues_name, starts_name};

/// What is done with a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
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
    /// Reads what follows `${` up to the word.
    pub(super) fn operator(&mut self, from: usize) -> Read<Operator> {
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
        let named = self.parameter_name();
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
    fn parameter_name(&mut self) -> bool {
        let mut named = false;
        if let Some(c) = self.cursor.take_if(|c| is_special(c) || starts_name(c)) {
            named = true;
            if c.is_ascii_digit() {
                while self.cursor.take_if(|c| c.is_ascii_digit()).is_some() {}
            } else if starts_name(c) {
                while self.cursor.take_if(continues_name).is_some() {}
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
