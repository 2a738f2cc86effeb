//! Signals that ask a process to end.

use std::pin::Pin;

use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::error::{Error, ErrorKind};

/// Interrupt (Ctrl-C), terminate, hang up: they mean the same to a run.
pub(super) struct Signals {
    heard: Vec<Signal>,
}

impl Signals {
    /// Begins to listen, but not to signals that whoever started this process had it ignore, as `nohup` does.
    pub(super) fn listen() -> Result<Self, Error> {
        Self::listen_to(&[
            SignalKind::interrupt(),
            SignalKind::terminate(),
            SignalKind::hangup(),
        ])
    }

    /// Begins to listen to some of them.
    pub(super) fn listen_to(kinds: &[SignalKind]) -> Result<Self, Error> {
        let ignored = ignored();
        let heard = kinds
            .iter()
            .copied()
            .filter(|kind| ignored >> (kind.as_raw_value() - 1) & 1 == 0)
            .map(signal)
            .collect::<Result<_, _>>()
            .map_err(|error| {
                Error::new(ErrorKind::System, "could not listen for signals").with_source(error)
            })?;
        Ok(Self { heard })
    }

    /// Waits for the next of them.
    pub(super) async fn next(&mut self) {
        if self.heard.is_empty() {
            std::future::pending::<()>().await;
        }
        let waits = self.heard.iter_mut().map(|signal| {
            Box::pin(signal.recv()) as Pin<Box<dyn Future<Output = Option<()>> + '_>>
        });
        futures::future::select_all(waits).await;
    }
}

/// Returns the signals that are ignored, as bits from signal 1 on; none where the system does not tell.
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}
