//! What a step says while it runs: shown to whoever looks on, and never stored.
//!
//! An executor says it through the [`Voice`] of its attempt. Nothing is said twice or waited for: who hears it must not
//! hold the step up, and who hears nothing costs nothing.

use std::fmt;

pub use super::process::{LineState, Lines, Stream};

/// Something a step says while it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Live<'a> {
    /// Lines that a command printed.
    Lines(Lines<'a>),
    /// The next part of the answer that a model is writing: any part, not a line.
    Piece(&'a str),
    /// How many tokens of the answer there are so far.
    Tokens(u64),
}

/// What a step speaks through.
#[derive(Clone, Copy, Default)]
pub struct Voice<'a> {
    listener: Option<&'a (dyn Fn(Live<'_>) + Send + Sync)>,
}

impl<'a> Voice<'a> {
    /// Makes one that `listener` hears.
    ///
    /// It is called between two reads of what a command prints, so it must not wait for anything.
    pub fn heard_by(listener: &'a (dyn Fn(Live<'_>) + Send + Sync)) -> Self {
        Self {
            listener: Some(listener),
        }
    }

    /// Makes one that nobody hears.
    pub fn unheard() -> Self {
        Self::default()
    }

    /// Says whether anybody listens, so that what nobody hears need not be put into words.
    pub fn is_heard(&self) -> bool {
        self.listener.is_some()
    }

    /// Says something.
    pub fn say(&self, live: Live<'_>) {
        if let Some(listener) = self.listener {
            listener(live);
        }
    }
}

impl fmt::Debug for Voice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Voice")
            .field("is_heard", &self.is_heard())
            .finish_non_exhaustive()
    }
}
