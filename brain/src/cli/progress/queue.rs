//! What is still to be shown.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use super::tick::Tick;

/// How many bytes of what steps say may wait to be shown: some twenty thousand lines, more than anybody scrolls back to,
/// and little beside the process itself.
const MOST_WAITING: usize = 1024 * 1024;

/// Ticks in their order. Nobody who adds to it waits; the oldest lines give way to newer ones.
#[derive(Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
    done: Notify,
}

#[derive(Default)]
struct State {
    ticks: VecDeque<Tick>,
    /// The bytes of the texts that may be left out.
    said: usize,
    is_closed: bool,
}

/// Tells when its thread has ended, whichever way.
pub(super) struct Worker(Arc<Queue>);

impl Drop for Worker {
    fn drop(&mut self) {
        self.0.close();
        self.0.done.notify_one();
    }
}

impl Queue {
    /// Stands for the thread that takes from it.
    pub(super) fn worker(self: &Arc<Self>) -> Worker {
        Worker(Arc::clone(self))
    }

    /// Adds something to show.
    pub(super) fn push(&self, tick: Tick) {
        let mut state = self.lock();
        if !state.is_closed {
            state.push(tick);
            self.changed.notify_one();
        }
    }

    /// Waits for the next to show; `None` if there is and will be none.
    pub(super) fn next(&self) -> Option<Tick> {
        let is_empty = |state: &mut State| state.ticks.is_empty() && !state.is_closed;
        let state = self.changed.wait_while(self.lock(), is_empty);
        state.unwrap_or_else(PoisonError::into_inner).pop()
    }

    /// Takes nothing more, and waits until everything is shown.
    pub(super) async fn end(&self) {
        self.close();
        self.done.notified().await;
    }

    fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn push(&mut self, tick: Tick) {
        self.said += tick.said().map_or(0, str::len);
        self.ticks.push_back(tick);
        while self.said > MOST_WAITING && self.leave_out() {}
    }

    fn pop(&mut self) -> Option<Tick> {
        let tick = self.ticks.pop_front()?;
        self.said -= tick.said().map_or(0, str::len);
        Some(tick)
    }

    /// Leaves out what has waited longest; tells whether there was anything but the newest.
    fn leave_out(&mut self) -> bool {
        let is_said = |tick: &Tick| tick.said().is_some();
        let Some(at) = self.ticks.iter().position(is_said) else {
            return false;
        };
        if at + 1 == self.ticks.len() {
            return false;
        }
        let text = self.ticks[at].said().unwrap_or_default();
        let ends = text.bytes().filter(|byte| *byte == b'\n').count();
        let mut lines = (ends + usize::from(!text.ends_with('\n'))).max(1);
        self.said -= text.len();
        if let Some(before) = at.checked_sub(1)
            && let Tick::LeftOut(more) = self.ticks[before]
        {
            lines += more;
            self.ticks.remove(before);
            self.ticks[before] = Tick::LeftOut(lines);
        } else {
            self.ticks[at] = Tick::LeftOut(lines);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(text: String) -> Tick {
        Tick::Piece {
            step: "step".to_owned(),
            text,
        }
    }

    #[test]
    fn what_waits_is_bounded_and_the_newest_is_kept() {
        let queue = Arc::new(Queue::default());
        queue.push(Tick::Talk("first".to_owned()));
        let count = 1000;
        for number in 0..count {
            queue.push(piece(format!("{number}\n").repeat(10_000)));
            queue.push(Tick::Talk(number.to_string()));
        }
        assert!(queue.lock().said <= MOST_WAITING);
        queue.close();
        let ticks: Vec<Tick> = std::iter::from_fn(|| queue.next()).collect();
        // Everything that brain itself says is there, in its order.
        let talk = ticks.iter().filter_map(|tick| match tick {
            Tick::Talk(line) => Some(line.clone()),
            _ => None,
        });
        let expected = std::iter::once("first".to_owned());
        assert!(talk.eq(expected.chain((0..count).map(|number| number.to_string()))));
        let (mut shown, mut left_out) = (0, 0);
        for tick in &ticks {
            shown += tick.said().map_or(0, |text| text.lines().count());
            if let Tick::LeftOut(lines) = tick {
                left_out += lines;
            }
        }
        assert_eq!(shown + left_out, count * 10_000);
        assert!(shown >= 100_000, "{shown}");
        let last = ticks[ticks.len() - 2].said().unwrap();
        assert!(last.starts_with("999\n"), "{last}");
    }

    #[test]
    fn what_is_left_out_one_after_another_is_told_once() {
        let mut state = State::default();
        for _ in 0..50 {
            state.push(piece("line\n".repeat(100_000)));
        }
        let expected = [Tick::LeftOut(4_800_000), piece("line\n".repeat(100_000))];
        assert_eq!(state.ticks.len(), 3);
        assert_eq!(state.pop().as_ref(), expected.first());
        assert_eq!(state.pop().as_ref(), expected.last());
    }

    #[test]
    fn one_that_is_too_large_alone_is_kept() {
        let mut state = State::default();
        state.push(piece("x".repeat(3 * MOST_WAITING)));
        assert_eq!(state.ticks.len(), 1);
        assert!(matches!(state.pop(), Some(Tick::Piece { .. })));
        assert_eq!(state.said, 0);
    }
}
