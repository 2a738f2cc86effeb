//! Logs on stderr.

use std::io::{self, Write};

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use super::{print, secret};
use crate::error::{Error, ErrorKind};

/// Says what is logged: a level, or levels of targets, such as `warn,brain=debug`.
const FILTER: &str = "BRAIN_LOG";

/// Says how: `text` or `json`.
const FORMAT: &str = "BRAIN_LOG_FORMAT";

/// What is logged unless that is said. What the library of MCP has to say is in the error of the step.
pub(super) const USUAL: &str = "warn,rmcp=off";

/// The same for a process that nobody looks at.
pub(super) const SERVING: &str = "warn,rmcp=off,brain=info";

/// Begins to log as the variables say, else by the filter `usual`.
///
/// # Errors
/// One of kind [`Usage`](ErrorKind::Usage) if they make no sense.
pub(super) fn begin(usual: &str) -> Result<(), Error> {
    let filter = said(FILTER)?;
    let filter = filter.as_deref().unwrap_or(usual);
    // A word alone would be taken for a target of which everything is logged.
    let mut parts = filter.split(',');
    let has_levels = parts.all(|part| part.contains('=') || part.parse::<LevelFilter>().is_ok());
    let targets = filter.parse().ok().filter(|_: &Targets| has_levels);
    let filter = targets.ok_or_else(|| {
        let message = format!("{FILTER} is no filter for logs: `{filter}`");
        Error::new(ErrorKind::Usage, message).with_hint(
            "a level is one of off, error, warn, info, debug and trace: `warn,brain=debug`",
        )
    })?;
    let registry = tracing_subscriber::registry().with(filter);
    let lines = tracing_subscriber::fmt::layer()
        .with_ansi(print::has_colours())
        .with_writer(|| Masked);
    let begun = match said(FORMAT)?.as_deref() {
        None | Some("text") => registry.with(lines).try_init(),
        Some("json") => registry.with(lines.json().flatten_event(true)).try_init(),
        Some(other) => {
            let message = format!("{FORMAT} is neither `text` nor `json`: `{other}`");
            return Err(Error::new(ErrorKind::Usage, message));
        }
    };
    // Whoever has begun before calls `main` from a program of their own, whose log it is.
    drop(begun);
    Ok(())
}

/// Tells whether logs are for programs to read.
pub(super) fn is_json() -> bool {
    matches!(said(FORMAT), Ok(Some(format)) if format == "json")
}

/// Reads a variable; one that is empty says nothing.
fn said(name: &str) -> Result<Option<String>, Error> {
    match std::env::var(name) {
        Ok(value) => Ok(Some(value).filter(|value| !value.trim().is_empty())),
        Err(std::env::VarError::NotPresent) => Ok(None),
        Err(std::env::VarError::NotUnicode(_)) => {
            Err(Error::new(ErrorKind::Usage, format!("{name} is no UTF-8")))
        }
    }
}

/// Writes whole lines to stderr, without secrets.
struct Masked;

impl Write for Masked {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        io::stderr().write_all(secret::masked(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}
