//! The triggers of the language: one table that the checks, the macro and the documentation go by.

use crate::field::{Field, Takes, required};

/// A kind of trigger.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TriggerKind {
    /// Its name.
    pub word: &'static str,
    /// Its own fields.
    pub fields: &'static [Field],
}

impl TriggerKind {
    /// Returns its fields.
    pub fn fields(&self) -> impl Iterator<Item = &'static Field> + Clone {
        self.fields.iter()
    }

    /// Returns the kind called `word`.
    pub fn named(word: &str) -> Option<&'static Self> {
        TRIGGERS.iter().find(|kind| kind.word == word)
    }
}

/// The kinds of triggers. A run by hand needs none.
pub const TRIGGERS: &[TriggerKind] = &[TriggerKind {
    word: "cron",
    fields: &[required("schedule", Takes::Text)],
}];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_stands_twice() {
        for kind in TRIGGERS {
            let mut words: Vec<_> = kind.fields().map(|field| field.word).collect();
            words.sort_unstable();
            let count = words.len();
            words.dedup();
            assert_eq!(words.len(), count, "{}", kind.word);
        }
    }
}
