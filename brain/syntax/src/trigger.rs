//! The triggers of the language: one table that the checks, the macro and the documentation go by.

use std::time::Duration;

use crate::field::{Field, Takes, optional, required};

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

/// How many missed fires `all(n)` may make up for: each is a run of its own.
pub const CATCH_UP: (i128, i128) = (1, 1000);

/// The longest jitter: more than a day would move a fire to another date than the schedule says.
const JITTER_MAX: Duration = Duration::from_secs(24 * 60 * 60);

/// The kinds of triggers. A run by hand needs none.
pub const TRIGGERS: &[TriggerKind] = &[TriggerKind {
    word: "cron",
    fields: &[
        required("schedule", Takes::Schedule),
        optional("tz", Takes::Zone, "`UTC`"),
        optional("catch_up", Takes::CatchUp, "one"),
        optional(
            "jitter",
            Takes::Duration {
                least: Duration::from_millis(1),
                most: JITTER_MAX,
            },
            "none",
        ),
    ],
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
