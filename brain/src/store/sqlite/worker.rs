//! A thread that works through a queue.

use std::io;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

/// A thread and the queue that it works through.
///
/// Dropping it waits until the queue is empty and the thread has ended: what was queued is done.
pub(super) struct Worker<R> {
    /// Present until it is dropped.
    queue: Option<Sender<R>>,
    /// Present until it is dropped.
    thread: Option<JoinHandle<()>>,
}

impl<R: Send + 'static> Worker<R> {
    /// Starts a thread that calls `work` with the receiving end of the queue; `work` returns when the queue is closed.
    pub(super) fn start(
        name: &str,
        work: impl FnOnce(Receiver<R>) + Send + 'static,
    ) -> io::Result<Self> {
        let (queue, requests) = mpsc::channel();
        let thread = thread::Builder::new()
            .name(name.to_owned())
            .spawn(move || work(requests))?;
        Ok(Self {
            queue: Some(queue),
            thread: Some(thread),
        })
    }

    /// Queues `request`. If the thread has died, the request is dropped, which whoever waits for its answer notices.
    pub(super) fn submit(&self, request: R) {
        if let Some(queue) = &self.queue {
            drop(queue.send(request));
        }
    }
}

impl<R> Drop for Worker<R> {
    fn drop(&mut self) {
        // Order: the queue is closed first, which is what ends the thread.
        drop(self.queue.take());
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has said so itself, and its callers got no answer.
            drop(thread.join());
        }
    }
}
