//! The text under the reader: characters, and the values and raw insertions between them.

use super::Piece;

/// One character, or what stands in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Symbol {
    /// A character of the author.
    Char(char),
    /// The value with this number, counted from 0.
    Value(usize),
    /// Shell syntax that is known at run time only.
    Raw,
}

/// Returns the symbols of a template, its values numbered in their order.
pub(super) fn symbols(pieces: &[Piece<'_>]) -> Vec<Symbol> {
    let mut symbols = Vec::new();
    let mut values = 0;
    for piece in pieces {
        match piece {
            Piece::Text(text) => symbols.extend(text.chars().map(Symbol::Char)),
            Piece::Value | Piece::File => {
                symbols.push(Symbol::Value(values));
                values += 1;
            }
            Piece::Raw => symbols.push(Symbol::Raw),
        }
    }
    symbols
}

/// A place in a stretch of symbols.
#[derive(Debug)]
pub(super) struct Cursor {
    symbols: Vec<Symbol>,
    at: usize,
}

impl Cursor {
    pub(super) fn new(symbols: Vec<Symbol>) -> Self {
        Self { symbols, at: 0 }
    }

    pub(super) fn peek(&self) -> Option<Symbol> {
        self.symbols.get(self.at).copied()
    }

    /// Returns the symbol `ahead` places after the next one.
    pub(super) fn look(&self, ahead: usize) -> Option<Symbol> {
        self.symbols.get(self.at + ahead).copied()
    }

    pub(super) fn next(&mut self) -> Option<Symbol> {
        let symbol = self.peek()?;
        self.at += 1;
        Some(symbol)
    }

    pub(super) fn is_at(&self, wanted: char) -> bool {
        self.peek() == Some(Symbol::Char(wanted))
    }

    /// Tells whether `wanted` comes next, character by character.
    pub(super) fn is_before(&self, wanted: &str) -> bool {
        wanted
            .chars()
            .enumerate()
            .all(|(ahead, c)| self.look(ahead) == Some(Symbol::Char(c)))
    }

    /// Takes `wanted` if it comes next.
    pub(super) fn take(&mut self, wanted: &str) -> bool {
        let found = self.is_before(wanted);
        if found {
            self.at += wanted.chars().count();
        }
        found
    }

    /// Takes the next symbol if it is a character that `wanted` accepts.
    pub(super) fn take_if(&mut self, wanted: impl Fn(char) -> bool) -> Option<char> {
        match self.peek() {
            Some(Symbol::Char(c)) if wanted(c) => {
                self.at += 1;
                Some(c)
            }
            _ => None,
        }
    }

    /// Passes every backslash before a line's end: to the shell they are not there.
    pub(super) fn skip_continuations(&mut self) {
        while self.take("\\\n") {}
    }

    /// Takes all up to the end of the line, which itself is taken and left out; `None` at the end of the text.
    pub(super) fn line(&mut self) -> Option<Vec<Symbol>> {
        self.peek()?;
        let mut line = Vec::new();
        while let Some(symbol) = self.next() {
            if symbol == Symbol::Char('\n') {
                break;
            }
            line.push(symbol);
        }
        Some(line)
    }
}
