//! Who sees what a child prints, while it does.

use std::fmt;

use tokio::sync::watch;

use super::stream::Stream;

/// Lines that a child printed, as a terminal would show them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lines<'a> {
    /// Where it did.
    pub stream: Stream,
    /// One or more of them, without the last line end, U+FFFD for what is no UTF-8.
    pub text: &'a str,
    /// How far they are written.
    pub state: LineState,
}

/// How far lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineState {
    /// To their end.
    Whole,
    /// It is one line that has had no end for a moment. All of it comes again once it has grown or ended.
    Open,
    /// It is one line that is too long: this many bytes of it are left out.
    Cut(u64),
    /// They are the last ones from before somebody began to listen, who alone has not had them.
    Earlier,
}

/// Sees lines when they have been read; as many at once as there are.
///
/// It runs between two reads, so it must not wait for anything.
#[derive(Clone)]
pub struct Listener<'a> {
    hear: &'a (dyn Fn(Lines<'_>) + Send + Sync),
    audience: Option<watch::Receiver<usize>>,
}

impl<'a> Listener<'a> {
    /// Makes one that hears everything.
    pub fn new(hear: &'a (dyn Fn(Lines<'_>) + Send + Sync)) -> Self {
        Self {
            hear,
            audience: None,
        }
    }

    /// Hears only while the audience is somebody; whoever joins it hears some of what was printed before.
    #[must_use]
    pub fn for_audience(mut self, audience: watch::Receiver<usize>) -> Self {
        self.audience = Some(audience);
        self
    }

    /// Says whether anybody hears, and takes that as known.
    pub(super) fn is_heard(&mut self) -> bool {
        let mut audience = self.audience.as_mut();
        audience
            .as_mut()
            .is_none_or(|audience| *audience.borrow_and_update() > 0)
    }

    /// Says whether the audience is another one than is known.
    pub(super) fn has_changed(&self) -> bool {
        let audience = self.audience.as_ref();
        audience.is_some_and(|audience| audience.has_changed().unwrap_or(false))
    }

    /// Waits until the audience is another one than is known. Cancel safe.
    pub(super) async fn changed(&self) {
        // Of a copy: that it has changed stays to be found by who acts upon it.
        let audience = self.audience.clone();
        let changed = match audience {
            Some(mut audience) => audience.changed().await.is_ok(),
            None => false,
        };
        if !changed {
            std::future::pending::<()>().await;
        }
    }

    pub(super) fn hear(&self, lines: Lines<'_>) {
        (self.hear)(lines);
    }
}

impl fmt::Debug for Listener<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Listener")
            .field("audience", &self.audience)
            .finish_non_exhaustive()
    }
}
