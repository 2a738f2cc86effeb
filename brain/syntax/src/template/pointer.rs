//! JSON Pointer (RFC 6901), as far as its text goes.

use std::fmt;

/// A path into a JSON value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pointer {
    text: String,
}

impl Pointer {
    /// Reads a pointer that begins with `/`; nothing if a `~` in it is followed by neither `0` nor `1`.
    pub fn parse(text: &str) -> Option<Self> {
        let is_pointer = text.starts_with('/');
        let escapes = text.split('~').skip(1);
        let mut are_known = escapes.map(|rest| rest.starts_with(['0', '1']));
        (is_pointer && are_known.all(|known| known)).then(|| Self {
            text: text.to_owned(),
        })
    }

    /// Returns the names and indices on the way, their escapes decoded.
    pub fn tokens(&self) -> impl Iterator<Item = String> {
        let tokens = self.text.split('/').skip(1);
        // Order: `~01` is `~1` and not `/`.
        tokens.map(|token| token.replace("~1", "/").replace("~0", "~"))
    }

    /// Returns the pointer as it was written, as JSON libraries take it.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
