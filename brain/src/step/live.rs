//! What a step says while it runs: shown to whoever looks on, and never stored.
//!
//! An executor says it through the [`Voice`] of its attempt. Nothing is said twice or waited for: who hears it must not
//! hold the step up, and who hears nothing costs nothing.

use std::fmt;

use tokio::sync::watch;

use super::process::Listener;
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
    audience: Option<&'a watch::Receiver<usize>>,
}

impl<'a> Voice<'a> {
    /// Makes one that `listener` hears.
    ///
    /// It is called between two reads of what a command prints, so it must not wait for anything.
    pub fn heard_by(listener: &'a (dyn Fn(Live<'_>) + Send + Sync)) -> Self {
        Self {
            listener: Some(listener),
            audience: None,
        }
    }

    /// Has it heard only while the audience is somebody; any number of people may join it and leave it.
    #[must_use]
    pub fn by_audience(mut self, audience: &'a watch::Receiver<usize>) -> Self {
        self.audience = Some(audience);
        self
    }

    /// Makes one that nobody hears.
    pub fn unheard() -> Self {
        Self::default()
    }

    /// Says whether anybody listens now, so that what nobody hears need not be put into words.
    pub fn is_heard(&self) -> bool {
        let audience = self.audience.as_ref();
        self.listener.is_some() && audience.is_none_or(|audience| *audience.borrow() > 0)
    }

    /// Returns who hears the lines of a command, if anybody may; `say` has to [`say`](Self::say) them.
    pub(super) fn of_lines<'s>(
        &self,
        say: &'s (dyn Fn(Lines<'_>) + Send + Sync),
    ) -> Option<Listener<'s>> {
        self.listener?;
        let listener = Listener::new(say);
        Some(match self.audience {
            Some(audience) => listener.for_audience(audience.clone()),
            None => listener,
        })
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
