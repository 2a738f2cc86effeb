//! Cuts what a server prints into lines.

/// The longest line that is taken, in bytes.
///
/// It bounds what a server can make this process hold. Results with files or pictures inside are a few MiB.
pub(super) const LONGEST_LINE: usize = 16 * 1024 * 1024;

/// A line that is longer than [`LONGEST_LINE`].
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TooLong;

/// Collects bytes and gives lines.
#[derive(Debug, Default)]
pub(super) struct Lines {
    bytes: Vec<u8>,
    /// Where the present line begins.
    start: usize,
    /// Up to where there is no line end.
    seen: usize,
}

impl Lines {
    /// Returns where to append what was read.
    pub(super) fn space(&mut self) -> &mut Vec<u8> {
        // Lines that have been given make room, before more is asked for.
        if self.start > 0 {
            self.bytes.drain(..self.start);
            self.seen -= self.start;
            self.start = 0;
        }
        &mut self.bytes
    }

    /// Returns the next whole line, without its end.
    ///
    /// # Errors
    /// [`TooLong`] as soon as that is known, whether or not the line has ended.
    pub(super) fn next(&mut self) -> Result<Option<String>, TooLong> {
        let unseen = self.bytes.get(self.seen..).unwrap_or_default();
        let end = unseen.iter().position(|byte| *byte == b'\n');
        let Some(end) = end.map(|at| self.seen + at) else {
            self.seen = self.bytes.len();
            return if self.seen - self.start > LONGEST_LINE {
                Err(TooLong)
            } else {
                Ok(None)
            };
        };
        if end - self.start > LONGEST_LINE {
            return Err(TooLong);
        }
        let line = if self.start == 0 && end > self.bytes.len() / 2 {
            // A large line is not copied.
            let rest = self.bytes.split_off(end + 1);
            let mut line = std::mem::replace(&mut self.bytes, rest);
            line.truncate(end);
            self.seen = 0;
            line
        } else {
            let line = self.bytes.get(self.start..end).unwrap_or_default().to_vec();
            self.start = end + 1;
            self.seen = self.start;
            line
        };
        Ok(Some(text(line)))
    }

    /// Returns what came after the last line end, once nothing more will come.
    pub(super) fn rest(&mut self) -> Option<String> {
        let rest = self.space().split_off(0);
        self.seen = 0;
        (!rest.is_empty()).then(|| text(rest))
    }
}

/// Returns the start of a text, at most `most` bytes and no half of a character.
pub(crate) fn cut(text: &str, most: usize) -> &str {
    let mut ends = (0..=most.min(text.len())).rev();
    let end = ends.find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    text.get(..end).unwrap_or_default()
}

/// Makes a text of bytes, U+FFFD for what is not UTF-8, without a byte-order mark before it.
fn text(bytes: Vec<u8>) -> String {
    let mut text = String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
    while text.starts_with('\u{feff}') {
        text.remove(0);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(pieces: &[&[u8]]) -> Vec<String> {
        let mut lines = Lines::default();
        let mut found = Vec::new();
        for piece in pieces {
            lines.space().extend_from_slice(piece);
            while let Some(line) = lines.next().unwrap() {
                found.push(line);
            }
        }
        found.extend(lines.rest());
        found
    }

    #[test]
    fn lines_are_the_same_however_they_are_cut() {
        let bytes = "first\r\n\n\u{feff}s\u{e9}cond\nlast".as_bytes();
        let whole = ["first\r", "", "s\u{e9}cond", "last"];
        assert_eq!(lines(&[bytes]), whole);
        for cut in 0..bytes.len() {
            let (one, other) = bytes.split_at(cut);
            assert_eq!(lines(&[one, other]), whole, "cut at {cut}");
        }
        let bytewise: Vec<&[u8]> = bytes.chunks(1).collect();
        assert_eq!(lines(&bytewise), whole);
    }

    #[test]
    fn bytes_that_are_no_text_do_not_stop_it() {
        assert_eq!(lines(&[b"a\xffb\nc"]), ["a\u{fffd}b", "c"]);
    }

    #[test]
    fn the_longest_line_is_taken_and_one_byte_more_is_not() {
        let mut lines = Lines::default();
        lines.space().resize(LONGEST_LINE, b'x');
        assert_eq!(lines.next(), Ok(None));
        lines.space().push(b'\n');
        assert_eq!(lines.next().unwrap().unwrap().len(), LONGEST_LINE);
        lines.space().resize(LONGEST_LINE + 1, b'x');
        assert_eq!(lines.next(), Err(TooLong));
    }
}
