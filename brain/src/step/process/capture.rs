//! What a child wrote, bounded in memory.

use std::{collections::VecDeque, fmt};

/// What is kept of the start and of the end of an output that went over its limit.
///
/// 64 KiB is some 800 lines, enough to see what it was and how it ended; such an output is no longer data.
const ENDS_KEPT: usize = 64 * 1024;

/// What a child wrote to one of its streams.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Captured {
    /// All of it; or its start, when bytes between this and `tail` are left out.
    head: Vec<u8>,
    tail: Vec<u8>,
    total: u64,
    is_over_limit: bool,
}

impl Captured {
    /// Returns the number of bytes that were read, kept or not.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Says whether all of it was kept.
    pub fn is_complete(&self) -> bool {
        self.total == self.kept()
    }

    /// Says whether it went over its limit; a small one may be complete all the same.
    pub fn is_over_limit(&self) -> bool {
        self.is_over_limit
    }

    /// Returns the number of bytes that were kept.
    pub fn kept(&self) -> u64 {
        (self.head.len() + self.tail.len()) as u64
    }

    /// Returns the bytes as they were written, or `None` if not all of them were kept.
    pub fn bytes(&self) -> Option<&[u8]> {
        self.is_complete().then_some(&self.head)
    }

    /// Returns what was kept as text, U+FFFD for bytes that are not UTF-8; NUL bytes stay.
    ///
    /// Where bytes are left out, a line of its own says how many.
    pub fn text(&self) -> String {
        if self.is_complete() {
            return String::from_utf8_lossy(&self.head).into_owned();
        }
        let left_out = self.total - self.kept();
        let mut text = String::from_utf8_lossy(whole_start(&self.head)).into_owned();
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        for part in ["[", &left_out.to_string(), " bytes left out]\n"] {
            text.push_str(part);
        }
        text.push_str(&String::from_utf8_lossy(whole_end(&self.tail)));
        text
    }

    /// Turns it into text as [`text`](Self::text) does, without a copy if it is complete and valid.
    pub fn into_text(self) -> String {
        if !self.is_complete() {
            return self.text();
        }
        String::from_utf8(self.head)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
    }

    /// Returns at most the last `most` bytes as text, without a mark for what comes before.
    pub fn end(&self, most: usize) -> String {
        let kept = if self.is_complete() {
            &self.head
        } else {
            &self.tail
        };
        let from = kept.len().saturating_sub(most);
        let cut = from > 0 || !self.is_complete();
        let end = kept.get(from..).unwrap_or_default();
        String::from_utf8_lossy(if cut { whole_end(end) } else { end }).into_owned()
    }
}

/// Drops the first half of a character that a cut left at the end of `bytes`.
pub(super) fn whole_start(bytes: &[u8]) -> &[u8] {
    let last = bytes
        .utf8_chunks()
        .last()
        .map(|chunk| chunk.invalid())
        .unwrap_or_default();
    let is_half = str::from_utf8(last).is_err_and(|error| error.error_len().is_none());
    let half = if is_half { last.len() } else { 0 };
    bytes.get(..bytes.len() - half).unwrap_or_default()
}

/// Drops the second half of a character that a cut left at the start of `bytes`.
fn whole_end(bytes: &[u8]) -> &[u8] {
    let continued = bytes
        .iter()
        .take(3)
        .take_while(|byte| (0b1000_0000..0b1100_0000).contains(*byte))
        .count();
    bytes.get(continued..).unwrap_or_default()
}

/// Shows sizes only: an output may hold a secret.
impl fmt::Debug for Captured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Captured")
            .field("total", &self.total)
            .field("kept", &self.kept())
            .finish_non_exhaustive()
    }
}

/// Collects a stream as it is read.
pub(super) struct Capture {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    total: u64,
    limit: u64,
    keep_head: usize,
    keep_tail: usize,
}

impl Capture {
    /// Keeps everything up to `limit` bytes, beyond it the start and the end.
    pub(super) fn whole(limit: u64) -> Self {
        Self {
            limit,
            keep_head: ENDS_KEPT,
            keep_tail: ENDS_KEPT,
            ..Self::tail(0)
        }
    }

    /// Keeps everything up to `limit` bytes, beyond it the last `limit` bytes.
    pub(super) fn tail(limit: usize) -> Self {
        Self {
            head: Vec::new(),
            tail: VecDeque::new(),
            total: 0,
            limit: limit as u64,
            keep_head: 0,
            keep_tail: limit,
        }
    }

    /// Says whether more than the limit was read.
    pub(super) fn is_over(&self) -> bool {
        self.total > self.limit
    }

    /// Takes the next bytes.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        let was_over = self.is_over();
        self.total += bytes.len() as u64;
        if !self.is_over() {
            self.head.extend_from_slice(bytes);
            return;
        }
        if !was_over {
            self.spill();
        }
        let room = self.keep_head.saturating_sub(self.head.len());
        // The head grows only while the tail is empty: bytes keep their order.
        let to_head = if self.tail.is_empty() {
            room.min(bytes.len())
        } else {
            0
        };
        let (head, tail) = bytes.split_at(to_head);
        self.head.extend_from_slice(head);
        self.push_tail(tail);
    }

    /// Returns at most the last `most` bytes of what was read, and whether these are all.
    pub(super) fn recent(&self, most: usize) -> (Vec<u8>, bool) {
        let recent = if self.tail.is_empty() {
            let from = self.head.len().saturating_sub(most);
            self.head[from..].to_vec()
        } else {
            let from = self.tail.len().saturating_sub(most);
            self.tail.range(from..).copied().collect()
        };
        let is_all = recent.len() as u64 == self.total;
        (recent, is_all)
    }

    /// Goes over from keeping everything to keeping the ends.
    fn spill(&mut self) {
        let all = std::mem::take(&mut self.head);
        let (head, rest) = all.split_at(self.keep_head.min(all.len()));
        self.head = head.to_vec();
        self.push_tail(rest);
    }

    fn push_tail(&mut self, bytes: &[u8]) {
        let new = bytes
            .get(bytes.len().saturating_sub(self.keep_tail)..)
            .unwrap_or_default();
        let excess = (self.tail.len() + new.len()).saturating_sub(self.keep_tail);
        self.tail.drain(..excess.min(self.tail.len()));
        self.tail.extend(new);
    }

    /// Returns what was kept.
    pub(super) fn finish(mut self) -> Captured {
        let is_over_limit = self.is_over();
        let mut tail = Vec::from(self.tail);
        if (self.head.len() + tail.len()) as u64 == self.total {
            self.head.append(&mut tail);
        }
        Captured {
            head: self.head,
            tail,
            total: self.total,
            is_over_limit,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn captured(mut capture: Capture, pieces: &[&[u8]]) -> Captured {
        for piece in pieces {
            capture.push(piece);
        }
        capture.finish()
    }

    #[test]
    fn over_the_limit_start_and_end_are_kept_in_order_and_the_gap_is_counted() {
        let numbers: Vec<u8> = (0..60_000_u32)
            .flat_map(|number| format!("{number:05}").into_bytes())
            .collect();
        for size in [1, 7, 1000, 70_000, 300_000] {
            let pieces: Vec<&[u8]> = numbers.chunks(size).collect();
            let captured = captured(Capture::whole(150_000), &pieces);
            assert_eq!(captured.head, numbers[..ENDS_KEPT], "{size}");
            assert_eq!(captured.tail, numbers[300_000 - ENDS_KEPT..], "{size}");
            assert!(
                captured
                    .text()
                    .contains(&format!("[{} bytes left out]\n", 300_000 - 2 * ENDS_KEPT))
            );
            assert_eq!((captured.total(), captured.bytes()), (300_000, None));
            assert_eq!(captured.end(5), "59999");
        }
    }

    #[test]
    fn the_recent_bytes_are_the_last_ones_wherever_they_are_kept() {
        let mut capture = Capture::whole(10);
        assert_eq!(capture.recent(4), (Vec::new(), true));
        capture.push(b"123");
        assert_eq!(capture.recent(4), (b"123".to_vec(), true));
        capture.push(b"45");
        assert_eq!(capture.recent(4), (b"2345".to_vec(), false));
        capture.push(&vec![b'a'; 2 * ENDS_KEPT]);
        capture.push(b"end");
        assert_eq!(capture.recent(4), (b"aend".to_vec(), false));
        let mut capture = Capture::tail(4);
        capture.push(b"123456");
        assert_eq!(capture.recent(3), (b"456".to_vec(), false));
    }

    #[test]
    fn a_small_limit_may_be_passed_and_all_of_it_kept() {
        let captured = captured(Capture::whole(4), &[b"123", b"456"]);
        assert!(captured.is_over_limit() && captured.is_complete());
        assert_eq!(
            (captured.bytes(), captured.end(2).as_str()),
            (Some(&b"123456"[..]), "56")
        );
        assert_eq!(captured.into_text(), "123456");
    }

    #[test]
    fn of_a_tail_only_the_end_is_kept() {
        let captured = captured(Capture::tail(4), &[b"12", b"34", b"567"]);
        assert_eq!(
            (captured.end(9).as_str(), captured.text().as_str()),
            ("4567", "[3 bytes left out]\n4567")
        );
    }

    #[test]
    fn a_cut_within_a_character_shows_no_replacement() {
        let captured = captured(Capture::tail(4), &["a€€".as_bytes()]);
        assert_eq!(captured.end(4), "€");
        assert_eq!(whole_start(&"a€".as_bytes()[..3]), b"a");
        assert_eq!(
            whole_start(&[b"\xff", &"a€".as_bytes()[..2]].concat()),
            b"\xffa"
        );
        assert_eq!(whole_start(b"a\xff"), b"a\xff");
        assert_eq!(whole_start(b""), b"");
    }
}
