//! Words: what stands between blanks, with its quotes.

use std::ops::Range;

use super::Context;
use super::findings::{Findings, Lost};
use super::refusal::{Place, Unclear};
use super::text::{Cursor, Symbol};

/// Stands in a word's text for what is known at run time only. No shell text can hold it.
pub(super) const OPAQUE: char = '\0';

/// How deep substitutions may be nested. The reader calls itself for each, and a stack has an end; people write 3.
const DEEPEST: usize = 40;

/// A word as the command will get it.
#[derive(Debug, Clone, Default)]
pub(super) struct Word {
    /// Its characters without quotes, [`OPAQUE`] for each expansion.
    pub(super) text: String,
    /// Whether any of it is quoted, such that it is no keyword.
    pub(super) quoted: bool,
    /// Whether it sets a variable where a command may follow.
    pub(super) assigns: bool,
    /// Whether the path of a file that holds a value is a part of it.
    pub(super) file: bool,
    /// Whether it begins with one, which is absolute.
    pub(super) starts_with_file: bool,
    /// The values in it, also those in its substitutions.
    pub(super) values: Range<usize>,
    /// The values that are a part of its text themselves.
    pub(super) direct: Vec<usize>,
    /// The values of the variables that it expands.
    pub(super) held: Vec<usize>,
    /// Whether it begins with all arguments, which become a word each if nothing else stands in it.
    pub(super) spreads: bool,
}

impl Word {
    /// Tells whether its first character comes from a value, such that it can be a `-`.
    pub(super) fn starts_with_value(&self) -> bool {
        self.text.starts_with(OPAQUE) && self.has_value() && !self.starts_with_file
    }

    /// Returns the values that a variable holds to which this word is assigned.
    pub(super) fn assigned(&self) -> impl Iterator<Item = usize> {
        self.direct.iter().chain(&self.held).copied()
    }

    pub(super) fn has_value(&self) -> bool {
        !self.values.is_empty()
    }

    fn is_name(&self) -> bool {
        !self.quoted && is_name(&self.text)
    }
}

/// Tells whether `text` can name a shell variable.
pub(super) fn is_name(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(starts_name) && chars.all(continues_name)
}

pub(super) fn starts_name(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}

pub(super) fn continues_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The quotes around an expansion, which decide how its inner part is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quote {
    Bare,
    Double,
    HereDocument,
}

pub(super) type Read<T> = Result<T, Lost>;

/// Reads one stretch of text and notes what it finds.
#[derive(Debug)]
pub(super) struct Reader<'f> {
    pub(super) cursor: Cursor,
    pub(super) findings: &'f mut Findings,
    pub(super) depth: usize,
    /// Whether a here-document of a surrounding list waits for the end of the line.
    pub(super) awaited: bool,
}

impl Reader<'_> {
    /// Gives up on what follows.
    pub(super) fn lost<T>(&self, why: Unclear) -> Read<T> {
        self.lost_since(self.findings.seen(), why)
    }

    /// Gives up on what follows the value with the number `from`, it included.
    #[expect(clippy::unused_self, reason = "reads as one family with `lost`")]
    pub(super) fn lost_since<T>(&self, from: usize, why: Unclear) -> Read<T> {
        Err(Lost { from, why })
    }

    /// Reads something nested.
    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth == DEEPEST {
            return self.lost(Unclear::Depth);
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Reads a word, up to a blank or an operator.
    pub(super) fn word(&mut self) -> Read<Word> {
        let mut word = Word::default();
        let first = self.findings.seen();
        loop {
            self.cursor.skip_continuations();
            match self.cursor.peek() {
                None => break,
                Some(Symbol::Value(value)) => {
                    self.cursor.next();
                    self.value(value, Context::Bare, &mut word);
                }
                Some(Symbol::Raw) => {
                    self.cursor.next();
                    word.text.push(OPAQUE);
                }
                Some(Symbol::Char(c)) => match c {
                    ' ' | '\t' | '\n' | ';' | '&' | '|' | '<' | '>' | '(' | ')' => break,
                    '=' => {
                        word.assigns |= word.is_name();
                        self.literal(&mut word);
                    }
                    '\'' | '"' | '\\' | '$' | '`' => self.special(c, &mut word)?,
                    _ => self.literal(&mut word),
                },
            }
        }
        word.values = first..self.findings.seen();
        Ok(word)
    }

    fn value(&mut self, value: usize, context: Context, word: &mut Word) {
        self.findings.accept(value, context);
        let file = self.findings.is_file(value);
        word.starts_with_file |= file && word.text.is_empty();
        word.file |= file;
        word.direct.push(value);
        word.text.push(OPAQUE);
    }

    fn literal(&mut self, word: &mut Word) {
        if let Some(Symbol::Char(c)) = self.cursor.next() {
            word.text.push(c);
        }
    }

    /// Reads what begins with a quote, a backslash, `$` or a backquote, outside of quotes.
    pub(super) fn special(&mut self, c: char, word: &mut Word) -> Read<()> {
        self.cursor.next();
        match c {
            '\'' => {
                word.quoted = true;
                self.single(word)
            }
            '"' => {
                word.quoted = true;
                self.double(word)
            }
            '\\' => {
                word.quoted = true;
                self.escape(word);
                Ok(())
            }
            '$' => self.dollar(Quote::Bare, word),
            _ => self.backquote(Quote::Bare, word),
        }
    }

    /// Reads what follows a backslash that quotes any character.
    pub(super) fn escape(&mut self, word: &mut Word) {
        match self.cursor.next() {
            Some(Symbol::Char(c)) => word.text.push(c),
            Some(Symbol::Value(value)) => {
                self.findings.refuse(value, Place::AfterBackslash);
                word.text.push(OPAQUE);
            }
            Some(Symbol::Raw) => word.text.push(OPAQUE),
            None => word.text.push('\\'),
        }
    }

    /// Reads to the end of single quotes.
    pub(super) fn single(&mut self, word: &mut Word) -> Read<()> {
        let from = self.findings.seen();
        loop {
            match self.cursor.next() {
                None => return self.lost_since(from, Unclear::Single),
                Some(Symbol::Char('\'')) => return Ok(()),
                Some(Symbol::Char(c)) => word.text.push(c),
                Some(Symbol::Value(value)) => {
                    self.value(value, Context::Single, word);
                }
                Some(Symbol::Raw) => word.text.push(OPAQUE),
            }
        }
    }

    /// Reads to the end of double quotes.
    pub(super) fn double(&mut self, word: &mut Word) -> Read<()> {
        let from = self.findings.seen();
        loop {
            self.cursor.skip_continuations();
            match self.cursor.next() {
                None => return self.lost_since(from, Unclear::Double),
                Some(Symbol::Char('"')) => return Ok(()),
                Some(Symbol::Char('$')) => self.dollar(Quote::Double, word)?,
                Some(Symbol::Char('`')) => self.backquote(Quote::Double, word)?,
                Some(Symbol::Char('\\')) => {
                    if !matches!(
                        self.cursor.peek(),
                        Some(Symbol::Char('$' | '`' | '"' | '\\'))
                    ) {
                        word.text.push('\\');
                    }
                    if self.cursor.peek().is_some() {
                        self.escape(word);
                    }
                }
                Some(Symbol::Char(c)) => word.text.push(c),
                Some(Symbol::Value(value)) => {
                    self.value(value, Context::Double, word);
                }
                Some(Symbol::Raw) => word.text.push(OPAQUE),
            }
        }
    }
}
