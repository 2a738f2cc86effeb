//! Cuts what a child writes into lines, while it writes them.
//!
//! A line is what a terminal would show of it: what was written over after a carriage return is not there. So a progress
//! bar is one line, which is shown now and then and at its end.

use std::time::Duration;

use tokio::time::Instant;

use super::{
    capture::{Capture, whole_start},
    listener::{LineState, Lines, Listener},
    stream::Stream,
};

#[cfg(test)]
mod tests;

/// The longest line that a listener gets, in bytes; the rest of it is counted.
///
/// A dump without line ends may not grow in memory; 8 KiB is longer than lines people read.
pub const LONGEST_LINE: usize = 8 * 1024;

/// How long a line without an end is waited for: over what a program takes between two parts of a line, under what
/// seems like a hang to who waits for a question to be asked.
const MOMENT: Duration = Duration::from_secs(1);

/// How long it is waited for at most before it is shown again; the times double up to this one.
///
/// A progress bar of an hour is some 360 lines in a log, and still moves for who watches it.
const LONGEST_MOMENT: Duration = Duration::from_secs(10);

/// What somebody who begins to listen gets of what was printed before, in bytes: about a screen.
const EARLIER: usize = 4 * 1024;

/// Cuts one stream into lines for a listener.
pub(super) struct Cutter<'a> {
    listener: Listener<'a>,
    stream: Stream,
    /// Whether anybody hears; if not, nothing is cut.
    is_heard: bool,
    /// The line that has no end yet, up to [`LONGEST_LINE`] bytes.
    open: Vec<u8>,
    /// How many bytes of it are left out.
    left_out: u64,
    /// Whether the next byte writes it anew.
    is_returned: bool,
    /// When it is shown although it has no end.
    due: Option<Instant>,
    moment: Duration,
}

impl<'a> Cutter<'a> {
    /// Makes one for a stream.
    pub(super) fn new(mut listener: Listener<'a>, stream: Stream) -> Self {
        let is_heard = listener.is_heard();
        Self {
            listener,
            stream,
            is_heard,
            open: Vec::new(),
            left_out: 0,
            is_returned: false,
            due: None,
            moment: MOMENT,
        }
    }

    /// Waits until [`attend`](Self::attend) has something to do though nothing was read. Cancel safe.
    pub(super) async fn called(&mut self) {
        let due = self.due;
        tokio::select! {
            () = self.listener.changed() => {}
            () = async { tokio::time::sleep_until(due.unwrap_or_else(Instant::now)).await }, if due.is_some() => {}
        }
    }

    /// Looks for those who have begun to listen, or do not any more, and shows what is due. `printed` is what was taken.
    pub(super) fn attend(&mut self, printed: &Capture) {
        if self.listener.has_changed() {
            let was_heard = std::mem::replace(&mut self.is_heard, self.listener.is_heard());
            if self.is_heard {
                self.tell_earlier(printed, was_heard);
            } else {
                self.forget();
            }
        }
        if self.due.is_some_and(|due| due <= Instant::now()) {
            self.show_open();
        }
    }

    /// Says what was printed before somebody began to listen.
    fn tell_earlier(&mut self, printed: &Capture, was_heard: bool) {
        let (recent, is_all) = printed.recent(EARLIER);
        let start = if is_all {
            Some(0)
        } else {
            position_of_end(&recent).map(|end| end + 1)
        };
        let lines = recent
            .get(start.unwrap_or(recent.len())..)
            .unwrap_or_default();
        let end = lines.iter().rposition(|byte| *byte == b'\n');
        if let Some(end) = end {
            let shown: Vec<&[u8]> = lines[..end].split(|byte| *byte == b'\n').collect();
            let shown: Vec<&[u8]> = shown
                .into_iter()
                .map(|line| after_return(without_returns(line)))
                .collect();
            self.say(&shown.join(&b'\n'), LineState::Earlier);
        }
        if !was_heard {
            self.forget();
            self.add(&lines[end.map_or(0, |end| end + 1)..]);
        }
        // A question stands in a line that has no end.
        if !self.open.is_empty() {
            self.due = Some(Instant::now());
        }
    }

    fn forget(&mut self) {
        self.open.clear();
        self.left_out = 0;
        self.is_returned = false;
        self.due = None;
        self.moment = MOMENT;
    }

    /// Takes the next bytes.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        if !self.is_heard {
            return;
        }
        let mut rest = bytes;
        if self.is_begun()
            && let Some(end) = position_of_end(rest)
        {
            self.add(&rest[..end]);
            self.end_line();
            rest = &rest[end + 1..];
        }
        if let Some(end) = rest.iter().rposition(|byte| *byte == b'\n') {
            self.show_whole(&rest[..end]);
            rest = &rest[end + 1..];
        }
        self.add(rest);
        // One that is written without a pause is shown, too.
        if self.due.is_some_and(|due| due <= Instant::now()) {
            self.show_open();
        }
    }

    /// Shows what has no end at the end of the stream.
    pub(super) fn finish(mut self) {
        if !self.open.is_empty() {
            self.end_line();
        }
    }

    /// Shows the line that has no end yet.
    fn show_open(&mut self) {
        self.due = None;
        self.moment = (self.moment * 2).min(LONGEST_MOMENT);
        self.say(whole_start(&self.open), LineState::Open);
    }

    fn is_begun(&self) -> bool {
        !self.open.is_empty() || self.is_returned
    }

    /// Adds to the line that has no end yet.
    fn add(&mut self, bytes: &[u8]) {
        let is_returned = bytes.last() == Some(&b'\r');
        let written = without_returns(bytes);
        let latest = after_return(written);
        if latest.is_empty() {
            self.is_returned |= is_returned;
            return;
        }
        if self.is_returned || latest.len() < written.len() {
            self.open.clear();
            self.left_out = 0;
        }
        self.is_returned = is_returned;
        let room = LONGEST_LINE.saturating_sub(self.open.len());
        let (kept, left_out) = latest.split_at(room.min(latest.len()));
        self.open.extend_from_slice(kept);
        self.left_out += left_out.len() as u64;
        // What is only left out changes nothing that could be seen.
        if self.due.is_none() && !kept.is_empty() {
            self.due = Some(Instant::now() + self.moment);
        }
    }

    fn end_line(&mut self) {
        if self.left_out > 0 {
            self.say_cut(&self.open, self.left_out);
        } else {
            self.say(&self.open, LineState::Whole);
        }
        self.forget();
    }

    /// Shows whole lines, without the end of the last one.
    fn show_whole(&self, text: &[u8]) {
        if is_plain(text) {
            self.say(text, LineState::Whole);
            return;
        }
        let mut block = Vec::with_capacity(text.len());
        for line in text.split(|byte| *byte == b'\n') {
            let shown = after_return(without_returns(line));
            match shown.split_at_checked(LONGEST_LINE) {
                Some((kept, rest)) if !rest.is_empty() => {
                    self.say_block(&mut block);
                    self.say_cut(kept, rest.len() as u64);
                }
                _ => {
                    block.extend_from_slice(shown);
                    block.push(b'\n');
                }
            }
        }
        self.say_block(&mut block);
    }

    /// Says lines, and empties the block that they stand in.
    fn say_block(&self, block: &mut Vec<u8>) {
        if block.pop().is_some() {
            self.say(block, LineState::Whole);
            block.clear();
        }
    }

    /// Says a line that is too long, cut before a character that the cut would halve.
    fn say_cut(&self, kept: &[u8], left_out: u64) {
        let whole = whole_start(kept);
        let halved = (kept.len() - whole.len()) as u64;
        self.say(whole, LineState::Cut(left_out + halved));
    }

    fn say(&self, text: &[u8], state: LineState) {
        self.listener.hear(Lines {
            stream: self.stream,
            text: &String::from_utf8_lossy(text),
            state,
        });
    }
}

/// Says whether lines can be shown as they are: none is written over, none is too long.
fn is_plain(text: &[u8]) -> bool {
    !text.contains(&b'\r')
        && (text.len() <= LONGEST_LINE
            || text
                .split(|byte| *byte == b'\n')
                .all(|line| line.len() <= LONGEST_LINE))
}

fn position_of_end(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|byte| *byte == b'\n')
}

fn without_returns(line: &[u8]) -> &[u8] {
    let end = line.iter().rposition(|byte| *byte != b'\r');
    end.map_or(&[], |end| &line[..=end])
}

/// Returns what follows the last carriage return.
fn after_return(line: &[u8]) -> &[u8] {
    let start = line.iter().rposition(|byte| *byte == b'\r');
    start.map_or(line, |start| &line[start + 1..])
}
