//! Paths that were touched, until they are left alone.

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::ear::Touch;

/// A path that is touched again and again is looked at after this time at the latest: long enough for a save or a checkout,
/// short enough that a log which never rests is not forgotten.
pub(super) const LONGEST: Duration = Duration::from_secs(10);

/// What is known of a path that was touched.
#[derive(Debug, Clone, Copy)]
pub(super) struct Touched {
    first: Instant,
    last: Instant,
    /// Whether it was made, and nothing has been heard since.
    is_made: bool,
    /// Whether somebody has it open for writing, as far as was heard.
    pub(super) is_open: bool,
    /// Whether something was written to it.
    pub(super) is_written: bool,
}

/// The paths that were touched.
#[derive(Debug)]
pub(super) struct Settling {
    time: Duration,
    touched: HashMap<PathBuf, Touched>,
}

impl Settling {
    /// Makes one that waits until paths were left alone for `time`.
    pub(super) fn new(time: Duration) -> Self {
        Self {
            time,
            touched: HashMap::new(),
        }
    }

    /// Notes that something happened to a path.
    pub(super) fn touch(&mut self, path: PathBuf, touch: Touch, now: Instant) {
        if touch == Touch::Opened {
            // Reading is nothing; but a file that was just made is opened to be written.
            if let Some(touched) = self.touched.get_mut(&path) {
                touched.is_open |= touched.is_made;
            }
            return;
        }
        let touched = self.touched.entry(path).or_insert(Touched {
            first: now,
            last: now,
            is_made: false,
            is_open: false,
            is_written: false,
        });
        touched.last = now;
        touched.is_made = touch == Touch::Made || touched.is_made && touch == Touch::Marked;
        match touch {
            Touch::Written => (touched.is_open, touched.is_written) = (true, true),
            Touch::Closed | Touch::Replaced => touched.is_open = false,
            Touch::Made | Touch::Marked | Touch::Opened => {}
        }
    }

    /// Waits for a path anew, as if somebody had just written to it.
    pub(super) fn wait_on(&mut self, path: PathBuf, mut touched: Touched, now: Instant) {
        touched.last = now;
        self.touched.insert(path, touched);
    }

    /// Returns when the next path has settled.
    pub(super) fn next(&self) -> Option<Instant> {
        self.touched
            .values()
            .map(|touched| self.due(*touched))
            .min()
    }

    /// Takes the paths that have settled.
    pub(super) fn take(&mut self, now: Instant) -> Vec<(PathBuf, Touched)> {
        let time = self.time;
        let due = self
            .touched
            .extract_if(|_, touched| due(time, *touched) <= now);
        due.collect()
    }

    /// Takes all paths once none is touched any more, or the first has waited for too long; but not those that are open.
    pub(super) fn take_together(&mut self, now: Instant) -> Vec<(PathBuf, Touched)> {
        let closed = || self.touched.values().filter(|touched| !touched.is_open);
        let last = closed().map(|touched| touched.last).max();
        let first = closed().map(|touched| touched.first).min();
        let is_over = last.is_none_or(|last| last + self.time <= now)
            || first.is_some_and(|first| first + LONGEST <= now);
        if !is_over {
            return Vec::new();
        }
        let time = self.time;
        let taken = self
            .touched
            .extract_if(|_, touched| !touched.is_open || due(time, *touched) <= now);
        taken.collect()
    }

    /// Returns when the paths have settled together.
    pub(super) fn next_together(&self) -> Option<Instant> {
        let closed = || self.touched.values().filter(|touched| !touched.is_open);
        let last = closed().map(|touched| touched.last + self.time).max();
        let first = closed().map(|touched| touched.first + LONGEST).min();
        let open = self.touched.values().filter(|touched| touched.is_open);
        let open = open.map(|touched| self.due(*touched)).min();
        last.min(first).or(open)
    }

    fn due(&self, touched: Touched) -> Instant {
        due(self.time, touched)
    }
}

/// Returns when a path has settled. One that is open waits for its close; if nothing is heard of it for long, it is looked
/// up whether somebody still has it open.
fn due(time: Duration, touched: Touched) -> Instant {
    if touched.is_open {
        touched.last + LONGEST.max(time)
    } else {
        (touched.last + time).min(touched.first + LONGEST.max(time))
    }
}
