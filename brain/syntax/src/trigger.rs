//! The triggers of the language: one table that the checks, the macro and the documentation go by.

use std::time::Duration;

use crate::field::{Field, OUTPUT_MAX, Takes, Use, optional, required};

/// A kind of trigger.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TriggerKind {
    /// Its name.
    pub word: &'static str,
    /// Its own fields.
    pub fields: &'static [Field],
    /// What it does if a run is still going, unless `overlap` says otherwise.
    pub overlap: &'static str,
}

impl TriggerKind {
    /// Returns its fields, its own first and then those of every trigger.
    pub fn fields(&self) -> impl Iterator<Item = &'static Field> + Clone + use<> {
        let own = self.fields;
        let is_new = |field: &&Field| !own.iter().any(|other| other.word == field.word);
        own.iter().chain(EVERY_TRIGGER.iter().filter(is_new))
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

/// The fields that every trigger has.
pub const EVERY_TRIGGER: &[Field] = &[
    optional("name", Takes::Text, "its kind and number, as in `cron-1`"),
    optional("filter", Takes::Filter, "every fire makes a run"),
    optional("overlap", Takes::OneOf(OVERLAPS), "by kind"),
    optional("key", Takes::Template(Use::Text), "one for all fires"),
];

/// What a trigger can do if a run is still going.
const OVERLAPS: &[&str] = &["skip", "queue_one", "queue", "allow", "cancel_old"];

/// Who can sign a webhook's request, each in its own way.
const SCHEMES: &[&str] = &["github", "stripe", "standard_webhooks", "slack", "gitlab"];

/// How long a path may have to be left alone: nobody waits for longer to hear of a change.
const SETTLE_MAX: Duration = Duration::from_secs(60 * 60);

/// How often a folder may be looked at: more than ten times a second would keep a processor busy.
const POLL_MIN: Duration = Duration::from_millis(100);

/// How seldom a folder may be looked at: for less than once a day there is `cron`.
const POLL_MAX: Duration = Duration::from_secs(24 * 60 * 60);

/// Returns the name of a trigger that is given none: its kind and its number among those of its kind, from 1.
pub fn default_name(kind: &str, number: usize) -> String {
    format!("{kind}-{number}")
}

/// The kinds of triggers. A run by hand needs none.
pub const TRIGGERS: &[TriggerKind] = &[
    TriggerKind {
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
        overlap: "skip",
    },
    TriggerKind {
        word: "webhook",
        fields: &[
            required("name", Takes::Text),
            required("secret", Takes::Secret),
            optional("scheme", Takes::OneOf(SCHEMES), "github"),
            optional(
                "max_body",
                Takes::Integer {
                    least: 1,
                    most: OUTPUT_MAX,
                },
                "mib(25)",
            ),
        ],
        overlap: "queue",
    },
    TriggerKind {
        word: "file",
        fields: &[
            required("path", Takes::Text),
            optional("per", Takes::OneOf(&["file", "batch"]), "file"),
            optional(
                "events",
                Takes::Words(&["created", "modified", "deleted"]),
                "all three",
            ),
            optional("glob", Takes::Globs, "every name"),
            optional("ignore", Takes::Globs, "nothing"),
            optional("recursive", Takes::Boolean, "false"),
            optional("writes", Takes::Texts, "nothing"),
            optional(
                "settle",
                Takes::Duration {
                    least: Duration::from_millis(1),
                    most: SETTLE_MAX,
                },
                "millis(500)",
            ),
            optional(
                "poll",
                Takes::Duration {
                    least: POLL_MIN,
                    most: POLL_MAX,
                },
                "the system tells",
            ),
        ],
        overlap: "queue_one",
    },
];

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
