//! What is wrong with the text of a template.

use std::ops::Range;

/// A mistake in a template, whatever steps there are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateError {
    /// What is wrong.
    pub malformed: Malformed,
    /// The stretch that is wrong, as written.
    pub written: String,
    /// Where it stands in the text, in bytes.
    pub range: Range<usize>,
}

/// How a placeholder can be malformed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Malformed {
    /// A `{` without a `}`.
    Unclosed,
    /// A `}` without a `{`.
    Lone,
    /// `{}`.
    Empty,
    /// Braces around something else than a placeholder.
    NotAPlaceholder,
    /// Spaces inside the braces.
    Spaced {
        /// The placeholder without them.
        fixed: String,
    },
    /// `{a.b}` where `a` is no word of the language.
    Dotted {
        /// The word before the dot.
        word: String,
        /// The placeholder with a pointer instead.
        fixed: String,
    },
    /// `{previous}`, `{last_run}`, `{trigger}`, `{run}` or `{failure}` alone.
    Bare {
        /// The word.
        word: &'static str,
    },
    /// A word after `trigger.`, `run.` or `failure.` that is none of its fields.
    UnknownField {
        /// The word before the dot.
        of: &'static str,
        /// The word after it.
        field: String,
        /// The fields that there are.
        fields: &'static [&'static str],
    },
    /// A header name with a character that no header has.
    HeaderName {
        /// The name.
        name: String,
    },
    /// `last_run` without a default.
    NoDefault,
    /// A pointer into a value that is never JSON.
    NotPointable,
    /// A `~` in a pointer that is followed by neither `0` nor `1`.
    Escape,
    /// `}}}` after a default, where either the first or the last brace could close the placeholder.
    AmbiguousEnd,
}
