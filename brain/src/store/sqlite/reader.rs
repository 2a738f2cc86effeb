//! Reads: one after the other, on a connection of their own, so that they wait for no commit.

use std::sync::mpsc::Receiver;

use rusqlite::Connection;
use tokio::sync::oneshot;

use super::StoreError;
use super::source::Source;

/// A read; it sends its answer itself.
pub(super) type Read = Box<dyn FnOnce(&mut Source) + Send>;

/// Makes a read of `work` and the receiver of its answer.
pub(super) fn pending<T, F>(work: F) -> (Read, oneshot::Receiver<Result<T, StoreError>>)
where
    T: Send + 'static,
    F: FnOnce(&mut Connection) -> Result<T, StoreError> + Send + 'static,
{
    let (answer, answered) = oneshot::channel();
    let read = move |source: &mut Source| {
        // Nobody waits for it any more.
        if answer.is_closed() {
            return;
        }
        drop(answer.send(source.connection().and_then(work)));
    };
    (Box::new(read), answered)
}

/// Works through `queue` until it is closed.
pub(super) fn run(mut source: Source, queue: &Receiver<Read>) {
    while let Ok(read) = queue.recv() {
        read(&mut source);
    }
}
