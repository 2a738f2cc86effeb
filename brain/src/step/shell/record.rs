//! What is kept of a command beside its output.

use std::time::Duration;

use serde_json::{Map, Value};

use super::signal;
use crate::mask::Masker;
use crate::step::process::{Captured, End, Finished};

/// How much of the end of a stream is kept in the record: the last hundred lines, of which one says what went wrong.
const TAIL: usize = 8 * 1024;

/// Writes the record of a command.
pub(super) fn record(finished: &Finished, masker: &Masker) -> Value {
    let mut record = Map::new();
    let mut add = |name: &str, value: Value| record.insert(name.to_owned(), value);
    match finished.end {
        End::Exited(code) => {
            add("exit_code", code.into());
        }
        End::Signalled(number) => {
            add("signal", signal::name(number).into());
        }
        _ => {}
    }
    if let Some(usage) = finished.usage {
        add("cpu_ms", milliseconds(usage.processor).into());
        add("peak_memory_bytes", usage.memory.into());
    }
    add("stdout_bytes", finished.stdout.total().into());
    add("stderr_bytes", finished.stderr.total().into());
    if !finished.stdout.is_complete() {
        add("stdout_kept_bytes", finished.stdout.kept().into());
        add("stdout", end(&finished.stdout, masker, TAIL).into());
    }
    let stderr = end(&finished.stderr, masker, TAIL);
    if !stderr.is_empty() {
        let kept = finished.stderr.total().min(TAIL as u64);
        if kept < finished.stderr.total() {
            add("stderr_kept_bytes", kept.into());
        }
        add("stderr", stderr.into());
    }
    if finished.stopped > 0 {
        add("stopped_processes", finished.stopped.into());
    }
    if finished.survived > 0 {
        add("surviving_processes", finished.survived.into());
    }
    Value::Object(record)
}

/// Returns the end of a stream. What was cut before it may have been the first half of a secret.
pub(super) fn end(stream: &Captured, masker: &Masker, most: usize) -> String {
    masker.mask_part(&stream.end(most)).into_owned()
}

fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
