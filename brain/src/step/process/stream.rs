//! Reads and writes the pipes of a child.

use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _},
    process::ChildStdin,
    sync::Notify,
};

use super::{capture::Capture, line::Cutter};

/// What one read takes: the capacity of a pipe on Linux, so that one read can empty it.
pub(super) const READ: usize = 64 * 1024;

/// A stream that a child writes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Its output.
    Stdout,
    /// What it tells beside it.
    Stderr,
}

/// Reads a stream to its end, and says so on `full` when it goes over its limit.
pub(super) async fn drain(
    mut pipe: impl AsyncRead + Unpin,
    capture: &mut Capture,
    mut lines: Option<Cutter<'_>>,
    full: &Notify,
) {
    let mut buffer = Vec::with_capacity(READ);
    loop {
        buffer.clear();
        let read = pipe.read_buf(&mut buffer);
        let read = match &mut lines {
            None => read.await,
            Some(lines) => tokio::select! {
                // What is there is read first; nothing is lost of a read that is given up.
                biased;
                read = read => read,
                () = lines.called() => {
                    lines.attend(capture);
                    continue;
                }
            },
        };
        // A pipe that cannot be read any more is at its end, whatever the reason.
        let Ok(1..) = read else {
            break;
        };
        // Order: what was read is new to whoever has just begun to listen.
        if let Some(lines) = &mut lines {
            lines.attend(capture);
            lines.push(&buffer);
        }
        let was_over = capture.is_over();
        capture.push(&buffer);
        if capture.is_over() && !was_over {
            full.notify_one();
        }
    }
    if let Some(lines) = lines {
        lines.finish();
    }
}

/// Writes `bytes` to a child and closes the pipe.
///
/// A child need not read its input: that the pipe is closed at the other end is no failure.
pub(super) async fn feed(pipe: Option<ChildStdin>, bytes: Vec<u8>) {
    if let Some(mut pipe) = pipe {
        pipe.write_all(&bytes).await.ok();
    }
}
