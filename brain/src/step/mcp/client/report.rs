//! What came of asking a server, and how it is told.

use serde_json::{Map, Value, json};

use super::answer::ToolResult;
use super::session::Server;
use super::stdio::Stray;
use super::trouble::Trouble;
use crate::step::process::{End, Parted, TAIL_KEPT};

/// How much of stderr stands in an error: enough for a message, too little to bury the next one.
const ERROR_TAIL: usize = 2 * 1024;

/// What came of asking a server.
#[derive(Debug)]
pub(crate) struct Report {
    /// The answer, or why there is none.
    pub(crate) result: Result<Answer, Trouble>,
    /// What the server says of itself.
    pub(crate) server: Option<Server>,
    /// How its process ended; of a server at an address nothing is known.
    pub(crate) parted: Option<Parted>,
    /// What it printed beside its messages.
    pub(crate) stray: Stray,
}

/// The answer of a server.
#[derive(Debug)]
pub(crate) enum Answer {
    /// To a call.
    Result(ToolResult),
    /// To a list.
    Tools(
        #[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "for the commands"))]
        Vec<Value>,
    ),
}

impl Report {
    /// Returns the end of what the server wrote to stderr, at most `most` bytes.
    fn stderr(&self, most: usize) -> Option<String> {
        let parted = self.parted.as_ref()?;
        let stderr = parted.stderr.end(most);
        (!stderr.trim().is_empty()).then_some(stderr)
    }

    /// Writes what is kept beside the output.
    pub(crate) fn record(&self) -> Map<String, Value> {
        let mut record = Map::new();
        if let Some(server) = &self.server {
            record.insert(
                "server".to_owned(),
                json!({ "name": server.name, "version": server.version, "protocol": server.protocol }),
            );
        }
        if let Some(parted) = &self.parted {
            match parted.end {
                End::Exited(code) => record.insert("exit_code".to_owned(), code.into()),
                End::Signalled(signal) => record.insert("signal".to_owned(), signal.into()),
                _ => record.insert("stopped".to_owned(), true.into()),
            };
            for (name, count) in [
                ("stopped_processes", parted.stopped),
                ("surviving_processes", parted.survived),
            ] {
                if count > 0 {
                    record.insert(name.to_owned(), count.into());
                }
            }
        }
        if let Some(stderr) = self.stderr(TAIL_KEPT) {
            record.insert("stderr".to_owned(), stderr.into());
        }
        if !self.stray.lines.is_empty() {
            record.insert("stray_lines".to_owned(), self.stray.lines.clone().into());
            if self.stray.more > 0 {
                record.insert("stray_lines_left_out".to_owned(), self.stray.more.into());
            }
        }
        record
    }

    /// Tells of a trouble all that helps to understand it.
    pub(crate) fn tell(&self, trouble: &Trouble) -> String {
        let mut text = trouble.to_string();
        let mut source = std::error::Error::source(trouble);
        while let Some(error) = source {
            text = format!("{text}: {error}");
            source = error.source();
        }
        if let (Trouble::Ended { .. }, Some(parted)) = (trouble, &self.parted) {
            match parted.end {
                End::Exited(code) => text = format!("{text} (exit code {code})"),
                End::Signalled(signal) => text = format!("{text} (signal {signal})"),
                _ => {}
            }
        }
        if trouble.is_explained() {
            return text;
        }
        if !self.stray.lines.is_empty() {
            let lines: Vec<String> = self
                .stray
                .lines
                .iter()
                .map(|line| format!("`{line}`"))
                .collect();
            text = format!(
                "{text}; what it printed instead of messages: {}",
                lines.join(", ")
            );
            if self.stray.more > 0 {
                text = format!("{text} and {} more lines", self.stray.more);
            }
        }
        if let Some(stderr) = self.stderr(ERROR_TAIL) {
            text = format!("{text}; its stderr ends with: {}", stderr.trim());
        }
        text
    }
}
