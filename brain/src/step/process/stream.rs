//! Reads and writes the pipes of a child.

use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _},
    process::ChildStdin,
    sync::Notify,
};

use super::capture::Capture;

/// What one read takes: the capacity of a pipe on Linux, so that one read can empty it.
const READ: usize = 64 * 1024;

/// The longest line that a listener gets in one piece, in bytes.
///
/// A progress bar or a dump without line ends may not grow in memory; 8 KiB is longer than lines people read.
pub const LONGEST_LINE: usize = 8 * 1024;

/// A stream that a child writes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Its output.
    Stdout,
    /// What it tells beside it.
    Stderr,
}

/// Sees each line when it has been read, without its line end; longer ones than [`LONGEST_LINE`] in pieces.
///
/// It runs between two reads, so it must not wait for anything.
pub type Listener<'a> = &'a (dyn Fn(Stream, &str) + Send + Sync);

/// Reads a stream to its end, and says so on `full` when it goes over its limit.
pub(super) async fn drain(
    mut pipe: impl AsyncRead + Unpin,
    capture: &mut Capture,
    mut lines: Lines<'_>,
    full: &Notify,
) {
    let mut buffer = Vec::with_capacity(READ);
    loop {
        buffer.clear();
        // A pipe that cannot be read any more is at its end, whatever the reason.
        let Ok(1..) = pipe.read_buf(&mut buffer).await else {
            break;
        };
        let was_over = capture.is_over();
        capture.push(&buffer);
        lines.push(&buffer);
        if capture.is_over() && !was_over {
            full.notify_one();
        }
    }
    lines.finish();
}

/// Writes `bytes` to a child and closes the pipe.
///
/// A child need not read its input: that the pipe is closed at the other end is no failure.
pub(super) async fn feed(pipe: Option<ChildStdin>, bytes: Vec<u8>) {
    if let Some(mut pipe) = pipe {
        pipe.write_all(&bytes).await.ok();
    }
}

/// Cuts what is read into lines for a listener.
pub(super) struct Lines<'a> {
    listener: Option<Listener<'a>>,
    stream: Stream,
    partial: Vec<u8>,
}

impl<'a> Lines<'a> {
    /// Makes one for a stream; without a listener it does nothing.
    pub(super) fn new(listener: Option<Listener<'a>>, stream: Stream) -> Self {
        Self {
            listener,
            stream,
            partial: Vec::new(),
        }
    }

    fn push(&mut self, bytes: &[u8]) {
        let Some(listener) = self.listener else {
            return;
        };
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            let (text, is_line) = match piece.strip_suffix(b"\n") {
                Some(text) => (text, true),
                None => (piece, false),
            };
            self.partial.extend_from_slice(text);
            while self.partial.len() > LONGEST_LINE {
                let rest = self.partial.split_off(cut(&self.partial));
                listener(self.stream, &String::from_utf8_lossy(&self.partial));
                self.partial = rest;
            }
            if is_line {
                listener(self.stream, &String::from_utf8_lossy(&self.partial));
                self.partial.clear();
            }
        }
    }

    fn finish(&mut self) {
        if let Some(listener) = self.listener
            && !self.partial.is_empty()
        {
            listener(self.stream, &String::from_utf8_lossy(&self.partial));
        }
    }
}

/// Returns where to cut a line that is too long: not within a character, as far as there are characters.
fn cut(line: &[u8]) -> usize {
    let is_start = |byte: &u8| !(0b1000_0000..0b1100_0000).contains(byte);
    let before = line
        .get(LONGEST_LINE - 3..=LONGEST_LINE)
        .unwrap_or_default();
    before
        .iter()
        .rposition(is_start)
        .map_or(LONGEST_LINE, |at| LONGEST_LINE - 3 + at)
}
