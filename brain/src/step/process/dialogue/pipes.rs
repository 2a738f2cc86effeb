//! The pipes of a child that is spoken with. A stream that has ended is `None`.

use std::{convert::Infallible, future::pending, io};

use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _},
    process::{ChildStderr, ChildStdin, ChildStdout},
};

use super::super::{capture::Capture, stream::READ};

/// Writes some of `bytes`; waits for ever if there is nothing to write. Cancel safe.
pub(super) async fn write(pipe: &mut Option<ChildStdin>, bytes: &[u8]) -> io::Result<usize> {
    match pipe {
        Some(pipe) if !bytes.is_empty() => pipe.write(bytes).await,
        _ => pending().await,
    }
}

/// Reads some bytes and says whether there may be more; a stream that has ended is at its end again. Cancel safe.
pub(super) async fn read(pipe: &mut Option<ChildStdout>, into: Option<&mut Vec<u8>>) -> bool {
    match (pipe, into) {
        (Some(pipe), Some(into)) => {
            if into.capacity() - into.len() < READ / 8 {
                into.reserve(READ);
            }
            // A pipe that cannot be read any more is at its end, whatever the reason.
            matches!(pipe.read_buf(into).await, Ok(1..))
        }
        (None, Some(_)) => false,
        (_, None) => pending().await,
    }
}

pub(super) async fn read_tail(pipe: &mut Option<impl AsyncRead + Unpin>, tail: &mut Capture) {
    let Some(open) = pipe else {
        return pending().await;
    };
    let mut buffer = Vec::with_capacity(READ);
    match open.read_buf(&mut buffer).await {
        Ok(1..) => tail.push(&buffer),
        _ => *pipe = None,
    }
}

pub(super) async fn drain_one(
    stdout: &mut Option<ChildStdout>,
    stderr: &mut Option<ChildStderr>,
    rest: &mut Capture,
    tail: &mut Capture,
) {
    tokio::select! {
        () = read_tail(stderr, tail) => {}
        () = read_tail(stdout, rest) => {}
    }
}

/// Reads both streams and never ends.
pub(super) async fn drain(
    stdout: &mut Option<ChildStdout>,
    stderr: &mut Option<ChildStderr>,
    rest: &mut Capture,
    tail: &mut Capture,
) -> Infallible {
    loop {
        drain_one(stdout, stderr, rest, tail).await;
    }
}
