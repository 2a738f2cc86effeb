//! Steps ticking by on stderr, and with `-v` what they say meanwhile.
//!
//! In come the changes of a run and what its steps say; a thread of its own ([`screen`]) writes them. Between the two
//! stands a [`queue`] that never makes anybody wait: a terminal that takes nothing must not hold up a run, its timeouts
//! and its signals.

mod queue;
mod screen;
mod tick;

use std::sync::Arc;
use std::thread;

use self::queue::Queue;
pub(super) use self::screen::Screen;
pub(super) use self::tick::Tick;
use super::print;
use crate::run::{Listener, Said};
use crate::step::live::Live;
use crate::store::{Change, StepStatus};

/// How much is shown of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Detail {
    /// Its steps.
    Steps,
    /// What they say, too.
    Lines,
}

/// Shows changes as they are stored.
pub(super) struct Progress {
    queue: Arc<Queue>,
    detail: Detail,
    /// Whether a person looks on.
    is_terminal: bool,
}

impl Progress {
    /// Makes a display that suits stderr.
    pub(super) fn new(detail: Detail) -> Self {
        let queue = Arc::new(Queue::default());
        let show = {
            let queue = Arc::clone(&queue);
            move || {
                let _done = queue.worker();
                let mut screen = Screen::new();
                while let Some(tick) = queue.next() {
                    screen.show(tick);
                }
            }
        };
        // Without a thread nothing is shown, which is no reason not to run.
        if thread::Builder::new().spawn(show).is_err() {
            drop(queue.worker());
        }
        Self {
            queue,
            detail,
            is_terminal: print::is_terminal(),
        }
    }

    /// Says something in between.
    pub(super) fn talk(&self, line: &str) {
        self.queue.push(Tick::Talk(line.to_owned()));
    }

    /// Waits until everything is written; nothing is taken any more.
    pub(super) async fn end(&self) {
        self.queue.end().await;
    }
}

/// The sign of a status.
pub(super) fn mark(status: StepStatus) -> char {
    match status {
        StepStatus::Running => '…',
        StepStatus::Success => '✓',
        StepStatus::Failed => '✗',
        StepStatus::Interrupted | StepStatus::Cancelled => '!',
        StepStatus::Skipped => '-',
    }
}

impl Listener for Progress {
    fn notice(&self, change: &Change) {
        if let Some(tick) = Tick::of(change) {
            self.queue.push(tick);
        }
    }

    fn is_listening(&self) -> bool {
        self.detail == Detail::Lines || self.is_terminal
    }

    fn hear(&self, said: &Said<'_>) {
        // What a command prints is shown to those who ask for it; the answer of a model to every person.
        let is_line = matches!(said.live, Live::Lines(_));
        if self.detail == Detail::Lines || !is_line {
            self.queue.push(Tick::heard(said));
        }
    }
}
