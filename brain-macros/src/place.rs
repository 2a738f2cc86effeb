//! Where things stand: from the places of a draft to spans, and into the text of literals.

use brain_syntax::draft::Place;
use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;

/// The spans and literals that a draft's places stand for.
#[derive(Default)]
pub(crate) struct Places {
    entries: Vec<Entry>,
}

struct Entry {
    ends: Ends,
    text: Text,
}

/// The first and the last token of something: the stable compiler cannot join them, but points from one to the other.
#[derive(Clone, Copy)]
pub(crate) struct Ends {
    first: Span,
    last: Span,
}

impl Ends {
    /// Reaches from one token to another.
    pub(crate) fn new(first: Span, last: Span) -> Self {
        Self { first, last }
    }

    /// Returns the name of a variable that stands here, after `&` or alone.
    pub(crate) fn variable(self, name: &str, is_borrowed: bool) -> Ident {
        Ident::new(name, if is_borrowed { self.last } else { self.first })
    }

    /// Reaches over all of `tokens`.
    pub(crate) fn of(tokens: &impl ToTokens) -> Self {
        let mut tokens = tokens.to_token_stream().into_iter();
        let first = tokens
            .next()
            .map_or_else(Span::call_site, |token| token.span());
        let last = tokens.last().map_or(first, |token| token.span());
        Self { first, last }
    }

    /// Makes an error that points at all of it.
    pub(crate) fn error(self, message: String) -> syn::Error {
        let ends = [self.first, self.last].map(|span| Ident::new("end", span).into_token_stream());
        syn::Error::new_spanned(TokenStream::from_iter(ends), message)
    }
}

impl Ends {
    /// Lets the compiler see `tokens` as standing here. A variable among them is declared by its name here, too: the
    /// author's code may come out of another macro, where names are not those of this one.
    pub(crate) fn around(self, tokens: TokenStream) -> TokenStream {
        let mut span = self.first;
        let place = |mut token: proc_macro2::TokenTree| {
            token.set_span(span);
            span = self.last;
            token
        };
        tokens.into_iter().map(place).collect()
    }
}

impl From<Span> for Ends {
    fn from(span: Span) -> Self {
        Self::new(span, span)
    }
}

/// What an offset at a place counts in.
pub(crate) enum Text {
    /// Nothing: the place is a word.
    None,
    /// A literal, as typed with its quotes.
    Literal(String),
    /// A file: its path as written, and its content.
    File {
        /// The path.
        path: String,
        /// The content.
        content: String,
    },
}

impl Places {
    /// Adds a place.
    pub(crate) fn add(&mut self, ends: impl Into<Ends>, text: Text) -> Place {
        let index = u32::try_from(self.entries.len()).expect("a source file has fewer tokens");
        let ends = ends.into();
        self.entries.push(Entry { ends, text });
        Place(index)
    }

    /// Returns where a place begins and ends.
    pub(crate) fn ends(&self, place: Place) -> Ends {
        self.entry(place).ends
    }

    /// Writes a place, or an offset in the text there, as `file:line:column`.
    pub(crate) fn locate(&self, place: Place, offset: Option<usize>) -> String {
        let entry = self.entry(place);
        match (&entry.text, offset) {
            (Text::Literal(token), Some(offset)) => {
                let before = &token[..in_token(token, offset)];
                let start = Position::of(entry.ends.first);
                start.after(before).to_string()
            }
            (Text::File { path, content }, Some(offset)) => {
                let start = Position {
                    file: path.clone(),
                    line: 1,
                    column: 1,
                };
                let before = content.get(..offset).unwrap_or(content);
                start.after(before).to_string()
            }
            _ => Position::of(entry.ends.first).to_string(),
        }
    }

    fn entry(&self, place: Place) -> &Entry {
        &self.entries[place.0 as usize]
    }
}

/// A line and a column of a file, both counted from 1.
struct Position {
    file: String,
    line: usize,
    column: usize,
}

impl Position {
    fn of(span: Span) -> Self {
        if proc_macro::is_available() {
            let span = span.unwrap();
            let start = span.start();
            return Self {
                file: span.file(),
                line: start.line(),
                column: start.column(),
            };
        }
        Self::outside(span)
    }

    /// Outside the compiler there are positions only in tests.
    #[cfg(test)]
    fn outside(span: Span) -> Self {
        let start = span.start();
        Self {
            file: "test".to_owned(),
            line: start.line,
            column: start.column + 1,
        }
    }

    #[cfg(not(test))]
    fn outside(_: Span) -> Self {
        Self {
            file: "unknown".to_owned(),
            line: 1,
            column: 1,
        }
    }

    fn after(mut self, text: &str) -> Self {
        match text.rsplit_once('\n') {
            None => self.column += text.chars().count(),
            Some((lines, last)) => {
                self.line += lines.matches('\n').count() + 1;
                self.column = last.chars().count() + 1;
            }
        }
        self
    }
}

impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// Turns a byte offset in a string's value into one in its token.
fn in_token(token: &str, offset: usize) -> usize {
    let Some(quote) = token.find('"') else {
        return 0;
    };
    let start = quote + 1;
    if token.starts_with('r') {
        return (start + offset).min(token.len());
    }
    let mut at = start;
    let mut value = 0;
    while value < offset {
        let rest = &token[at..];
        let Some(first) = rest.chars().next() else {
            break;
        };
        let (typed, worth) = if first == '\\' {
            escape(rest)
        } else {
            (first.len_utf8(), first.len_utf8())
        };
        at += typed;
        value += worth;
    }
    // A line that is continued with a backslash is worth nothing, wherever the offset lies.
    while token[at..].starts_with("\\\n") {
        at += escape(&token[at..]).0;
    }
    at
}

/// Returns how long an escape is in the token and in the value.
fn escape(rest: &str) -> (usize, usize) {
    match rest.as_bytes().get(1) {
        Some(b'x') => (4, 1),
        Some(b'u') => {
            let end = rest.find('}').map_or(rest.len(), |at| at + 1);
            let digits: String = rest[..end]
                .chars()
                .filter(char::is_ascii_hexdigit)
                .collect();
            let worth = u32::from_str_radix(&digits, 16)
                .ok()
                .and_then(char::from_u32)
                .map_or(1, char::len_utf8);
            (end, worth)
        }
        Some(b'\n') => {
            let blank = rest[1..]
                .find(|c: char| !matches!(c, ' ' | '\t' | '\n' | '\r'))
                .unwrap_or(rest.len() - 1);
            (1 + blank, 0)
        }
        _ => (2.min(rest.len()), 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(token: &str, offset: usize) -> usize {
        in_token(token, offset)
    }

    #[test]
    fn offsets_survive_escapes() {
        assert_eq!(column(r#""abc""#, 1), 2);
        assert_eq!(column(r#""a\nb""#, 2), 4);
        assert_eq!(column(r#""\u{e9}b""#, 2), 7);
        assert_eq!(column(r#""\x41b""#, 1), 5);
        assert_eq!(column("\"a\\\n   b\"", 1), 7);
        assert_eq!(column("r##\"a\"b\"##", 2), 6);
    }
}
