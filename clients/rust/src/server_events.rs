//! Server-Sent Events: <https://html.spec.whatwg.org/multipage/server-sent-events.html>

use std::mem::take;

/// The maximum size of an event: a longer one, or an endless line, ends the connection.
const EVENT_BYTES_MAX: usize = 64 << 20;

/// An event as received.
#[derive(Debug, PartialEq)]
pub(crate) struct ServerEvent {
    /// The last ID received, with this event or before.
    pub(crate) id: String,
    pub(crate) data: Vec<u8>,
}

/// Reads events from pieces of any size.
#[derive(Debug, Default)]
pub(crate) struct EventReader {
    piece: Vec<u8>,
    /// How much of the piece has been read.
    read: usize,
    line: Vec<u8>,
    data: Vec<u8>,
    id: String,
    /// Whether the byte order mark at the start has been checked.
    begun: bool,
    /// Whether a line feed that follows belongs to the line before.
    after_cr: bool,
}

impl EventReader {
    /// Takes the next piece of the stream, after the previous one has been read.
    pub(crate) fn feed(&mut self, piece: &[u8]) {
        self.piece.clear();
        self.piece.extend_from_slice(piece);
        self.read = 0;
    }

    /// Whether the event that is being read is too long.
    pub(crate) fn is_endless(&self) -> bool {
        self.line.len() + self.data.len() > EVENT_BYTES_MAX
    }

    /// Returns the next event with data, if it is complete.
    pub(crate) fn next(&mut self) -> Option<ServerEvent> {
        while self.read_line() {
            let line = take(&mut self.line);
            if let Some(event) = self.take_line(&line) {
                return Some(event);
            }
            self.line = line;
            self.line.clear();
        }
        None
    }

    /// Reads up to the end of a line, which is CR, LF or both; does not wait for the LF of a CR.
    fn read_line(&mut self) -> bool {
        while let Some(&first) = self.piece.get(self.read) {
            if take(&mut self.after_cr) && first == b'\n' {
                self.read += 1;
                continue;
            }
            let rest = &self.piece[self.read..];
            let Some(length) = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')) else {
                self.line.extend_from_slice(rest);
                self.read = self.piece.len();
                return false;
            };
            self.line.extend_from_slice(&rest[..length]);
            self.after_cr = rest[length] == b'\r';
            self.read += length + 1;
            return true;
        }
        false
    }

    fn take_line(&mut self, line: &[u8]) -> Option<ServerEvent> {
        let line = match std::mem::replace(&mut self.begun, true) {
            true => line,
            false => line.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(line),
        };
        if line.is_empty() {
            // The line feed after the last line of data is not part of the data.
            self.data.pop()?;
            return Some(ServerEvent { id: self.id.clone(), data: take(&mut self.data) });
        }
        let colon = line.iter().position(|byte| *byte == b':');
        let (name, value) = line.split_at(colon.unwrap_or(line.len()));
        let value = value.strip_prefix(b":").unwrap_or(value);
        let value = value.strip_prefix(b" ").unwrap_or(value);
        match name {
            b"data" => {
                self.data.extend_from_slice(value);
                self.data.push(b'\n');
            }
            b"id" if !value.contains(&0) => self.id = String::from_utf8_lossy(value).into_owned(),
            _ => (),
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DATA: &str = "{\"text\":\"é漢😀\"}";

    /// Returns the events read from a text in pieces of a given size.
    fn read(text: &[u8], size: usize) -> Vec<ServerEvent> {
        let mut reader = EventReader::default();
        let mut events = Vec::new();
        for piece in text.chunks(size) {
            reader.feed(piece);
            events.extend(std::iter::from_fn(|| reader.next()));
        }
        events
    }

    fn event(id: &str, data: &str) -> ServerEvent {
        ServerEvent { id: id.into(), data: data.into() }
    }

    #[test]
    fn every_form_of_a_stream_is_read_wherever_it_is_cut() {
        let forms = [
            "id: c\ndata: D\n\n",
            "id: c\r\ndata: D\r\n\r\n",
            "id: c\rdata: D\r\r",
            "id: c\r\ndata: D\n\r",
            "\u{FEFF}data: D\nid: c\n\n",
            "id:c\ndata:D\n\n",
            ":\n\n: hello\nid: c\n:data: 1\ndata: D\n:\n\n",
            "retry: 1\n\nid: c\nid: \0\nevent: e\nelse: 1\nword\ndata: D\n\n",
            "id: c\n\ndata: D\n\n",
            "id: b\nevent: e\n\nid: c\ndata: D\n\n",
            "id: c\ndata: D\n\ndata: cut\n",
            "id: c\ndata: D\n\ndata: cut",
        ];
        for form in forms.map(|form| form.replace('D', DATA)) {
            for size in 1..=form.len() {
                assert_eq!(read(form.as_bytes(), size), [event("c", DATA)], "{form:?} by {size}");
            }
        }
    }

    #[test]
    fn lines_of_data_are_joined() {
        let text = "data: a\r\ndata\r\ndata:  b\r\n\r\ndata: \n\n";
        for size in 1..=text.len() {
            assert_eq!(read(text.as_bytes(), size), [event("", "a\n\n b"), event("", "")]);
        }
    }

    #[test]
    fn a_cr_does_not_wait_for_its_lf() {
        let mut reader = EventReader::default();
        reader.feed(b"data: a\r\r");
        assert_eq!(reader.next(), Some(event("", "a")));
        reader.feed(b"\ndata: b\n\n");
        assert_eq!(reader.next(), Some(event("", "b")));
    }
}
