//! Messages over the pipes of a process.

use std::collections::VecDeque;
use std::time::Duration;

use rmcp::model::ClientJsonRpcMessage;
use serde_json::Value;
use serde_json::value::RawValue;

use super::line::{self, Lines};
use super::message::{self, Incoming, RpcError};
use super::trouble::Broken;
use crate::step::process::{Dialogue, Heard, Invocation, Parted, ProcessError};

/// How much is kept of what a server prints on stdout and is no message: some dozens of lines.
const STRAY_KEPT: usize = 4 * 1024;

/// How many bytes of answers a server may leave untaken: one that asks and asks and never listens would fill the memory.
const ANSWERS_KEPT: usize = 1024 * 1024;

/// A server that is a child of this process.
#[derive(Debug)]
pub(super) struct Stdio {
    dialogue: Dialogue,
    lines: Lines,
    queue: VecDeque<Incoming>,
    stray: Stray,
    is_over: bool,
    /// How many bytes of answers were given since it had last taken all that was said.
    answered: usize,
}

/// What a server printed on stdout that is no message.
#[derive(Debug, Default)]
pub(crate) struct Stray {
    /// Its first lines.
    pub(crate) lines: Vec<String>,
    /// How many lines came after these.
    pub(crate) more: usize,
    bytes: usize,
}

/// Why nothing comes any more.
#[derive(Debug)]
pub(super) enum Silence {
    /// It ended.
    Ended,
    /// The connection failed.
    Broken(Broken),
    /// A line went over the limit.
    TooLong,
}

impl Stray {
    pub(super) fn push(&mut self, line: &str) {
        let line = line.trim();
        if line.is_empty() {
            return;
        }
        let room = STRAY_KEPT - self.bytes;
        if room == 0 || self.more > 0 {
            self.more += 1;
            return;
        }
        let kept = line::cut(line, room);
        self.bytes += kept.len();
        if kept.is_empty() {
            self.more += 1;
        } else {
            self.lines.push(kept.to_owned());
        }
    }
}

impl Stdio {
    /// Starts the server.
    pub(super) async fn start(invocation: Invocation) -> Result<Self, ProcessError> {
        Ok(Self {
            dialogue: Dialogue::start(invocation).await?,
            lines: Lines::default(),
            queue: VecDeque::new(),
            stray: Stray::default(),
            is_over: false,
            answered: 0,
        })
    }

    /// Sends a message: it is written while the server is listened to.
    pub(super) fn send(&mut self, message: &ClientJsonRpcMessage) {
        let mut line = serde_json::to_vec(message).expect("a message of ours is JSON");
        line.push(b'\n');
        self.dialogue.say(&line);
    }

    /// Answers a request of the server, unless it takes no answers.
    pub(super) fn answer(&mut self, id: &RawValue, answer: Result<Value, RpcError>) {
        if self.dialogue.is_all_said() {
            self.answered = 0;
        }
        if self.answered > ANSWERS_KEPT {
            return;
        }
        let (field, value) = match answer {
            Ok(result) => ("result", result),
            Err(error) => (
                "error",
                serde_json::json!({ "code": error.code, "message": error.message }),
            ),
        };
        // The id goes back as it was written, whatever it is.
        let line = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"{field}\":{value}}}\n");
        self.answered += line.len();
        self.dialogue.say(line.as_bytes());
    }

    /// Waits for the next message. Cancel safe.
    pub(super) async fn receive(&mut self) -> Result<Incoming, Silence> {
        loop {
            if let Some(message) = self.queue.pop_front() {
                return Ok(message);
            }
            if self.is_over {
                return Err(Silence::Ended);
            }
            while self.queue.is_empty()
                && let Some(line) = self.lines.next().map_err(|_| Silence::TooLong)?
            {
                self.take(line);
            }
            if self.queue.is_empty()
                && self.dialogue.hear(self.lines.space()).await == Heard::Nothing
            {
                self.is_over = true;
                // The last line may lack its end.
                if let Some(line) = self.lines.rest() {
                    self.take(line);
                }
            }
        }
    }

    fn take(&mut self, line: String) {
        let found = message::read(line);
        self.queue.extend(found.messages);
        for text in found.stray {
            self.stray.push(&text);
        }
    }

    /// Lets the server go; it may take `grace` to end by itself.
    pub(super) async fn part(self, grace: Duration) -> (Parted, Stray) {
        let Self {
            dialogue,
            mut stray,
            ..
        } = self;
        let parted = dialogue.part(grace).await;
        for line in parted.stdout.text().lines() {
            // Late answers are nobody's any more, and no stray text.
            for text in message::read(line.to_owned()).stray {
                stray.push(&text);
            }
        }
        (parted, stray)
    }
}
