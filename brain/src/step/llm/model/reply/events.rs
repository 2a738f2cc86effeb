//! Server-sent events, cut anywhere into pieces.

/// Collects pieces of a stream into events.
#[derive(Debug, Default)]
pub(super) struct Events {
    line: Vec<u8>,
    data: Option<String>,
    name: String,
    /// The last piece ended between the two halves of a line break.
    after_return: bool,
}

/// An event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Event {
    /// What kind it is; empty for most.
    pub(super) name: String,
    /// Its data lines.
    pub(super) data: String,
}

impl Events {
    /// Adds a piece, and returns the events that it completes.
    pub(super) fn push(&mut self, piece: &[u8]) -> Vec<Event> {
        let mut events = Vec::new();
        let mut rest = piece;
        if self.after_return && !rest.is_empty() {
            self.after_return = false;
            rest = rest.strip_prefix(b"\n").unwrap_or(rest);
        }
        while let Some(at) = rest.iter().position(|&byte| byte == b'\n' || byte == b'\r') {
            self.line.extend(&rest[..at]);
            events.extend(self.end_of_line());
            let is_return = rest[at] == b'\r';
            rest = &rest[at + 1..];
            if is_return {
                self.after_return = rest.is_empty();
                rest = rest.strip_prefix(b"\n").unwrap_or(rest);
            }
        }
        self.line.extend(rest);
        events
    }

    /// Returns what is left at the end of the stream: servers leave the last empty line out.
    pub(super) fn end(&mut self) -> Option<Event> {
        let last = self.end_of_line();
        last.or_else(|| self.event())
    }

    /// Returns how much is held of an event that is not complete.
    pub(super) fn held(&self) -> usize {
        self.line.len() + self.data.as_ref().map_or(0, String::len)
    }

    fn end_of_line(&mut self) -> Option<Event> {
        let line = std::mem::take(&mut self.line);
        if line.is_empty() {
            return self.event();
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_start_matches('\u{feff}');
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match name {
            "data" => match &mut self.data {
                Some(data) => {
                    data.push('\n');
                    data.push_str(value);
                }
                None => self.data = Some(value.to_owned()),
            },
            "event" => value.clone_into(&mut self.name),
            // Comments keep the connection alive; ids and waits are for those who come again.
            _ => {}
        }
        None
    }

    fn event(&mut self) -> Option<Event> {
        let name = std::mem::take(&mut self.name);
        let data = self.data.take()?;
        Some(Event { name, data })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STREAM: &str = ": hello\r\nevent: a\r\ndata: {\"é\":\r\ndata:1}\r\n\r\nid: 1\ndata: b\n\n\rdata: c\r\rretry: 1\n\ndata:  d\n";

    fn all(pieces: &[&[u8]]) -> Vec<(String, String)> {
        let mut events = Events::default();
        let mut found: Vec<Event> = Vec::new();
        for piece in pieces {
            found.extend(events.push(piece));
        }
        found.extend(events.end());
        found
            .into_iter()
            .map(|event| (event.name, event.data))
            .collect()
    }

    #[test]
    fn borders_of_pieces_do_not_matter() {
        let event = |name: &str, data: &str| (name.to_owned(), data.to_owned());
        let wanted = [
            event("a", "{\"é\":\n1}"),
            event("", "b"),
            event("", "c"),
            event("", " d"),
        ];
        let bytes = STREAM.as_bytes();
        assert_eq!(all(&[bytes]), wanted);
        let single: Vec<&[u8]> = bytes.chunks(1).collect();
        assert_eq!(all(&single), wanted);
        for at in 0..=bytes.len() {
            let (one, other) = bytes.split_at(at);
            assert_eq!(all(&[one, &[], other]), wanted, "cut at {at}");
        }
    }
}
