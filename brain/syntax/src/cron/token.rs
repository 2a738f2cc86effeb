//! A stretch of a schedule's text that knows where it stands.

use std::ops::Range;

use crate::mistake::{self, Mistake};

/// A part of the text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token<'a> {
    /// What is written.
    pub(super) text: &'a str,
    /// Where it begins in the whole text, in bytes.
    pub(super) at: usize,
}

impl<'a> Token<'a> {
    /// Returns the parts between the separators, empty ones too. Separators are ASCII.
    pub(super) fn split<const N: usize>(
        self,
        separators: [char; N],
    ) -> impl Iterator<Item = Self> + use<'a, N> {
        let mut at = self.at;
        self.text.split(separators).map(move |text| {
            let token = Self { text, at };
            at += text.len() + 1;
            token
        })
    }

    /// Returns what stands before and after the first `separator`, which is ASCII.
    pub(super) fn split_once(self, separator: char) -> Option<(Self, Self)> {
        let index = self.text.find(separator)?;
        let after = index + 1;
        Some((
            Self {
                text: &self.text[..index],
                at: self.at,
            },
            Self {
                text: &self.text[after..],
                at: self.at + after,
            },
        ))
    }

    /// Returns the stretch it covers.
    pub(super) fn range(self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }

    /// Writes it for a message.
    pub(super) fn shown(self) -> String {
        mistake::shown(self.text)
    }

    /// Makes a mistake that covers it.
    pub(super) fn mistake(self, what: impl Into<String>) -> Mistake {
        Mistake::new(self.range(), what)
    }
}
