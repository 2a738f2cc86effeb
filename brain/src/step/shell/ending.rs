//! The end of a command as the end of an attempt.

use std::time::Duration;

use serde_json::Value;

use crate::mask::Masker;
use crate::step::process::{End, Finished};
use crate::step::{Cause, Fault, Output, timed_out};
use crate::workflow::{Failure, ShellStep};

/// How much of stderr stands in an error: enough for a message, too little to bury the next one.
const ERROR_TAIL: usize = 2 * 1024;

/// How much of stderr is kept in the record.
const RECORD_TAIL: usize = 8 * 1024;

/// Turns the end of a command into the end of the attempt.
pub(super) fn judge(
    step: &ShellStep,
    finished: &Finished,
    timeout: Duration,
    masker: &Masker,
) -> Result<Output, Fault> {
    let stdout = finished.stdout.text();
    let text = stdout.trim_end_matches(['\n', '\r']).to_owned();
    let record = record(finished, masker);
    let failure = match finished.end {
        End::Exited(0) => {
            return Ok(Output {
                text: Some(text),
                record,
            });
        }
        End::Exited(code) => Failure::retry(with_stderr(
            format!("the command ended with exit code {code}"),
            finished,
            masker,
        )),
        End::Signalled(signal) => Failure::retry(with_stderr(
            format!("the command was ended by signal {signal}"),
            finished,
            masker,
        )),
        End::TimedOut => timed_out(timeout),
        End::OutputLimit => Failure::fatal(format!(
            "the command printed more than its `max_output` of {} bytes",
            step.max_output
        )),
        End::Cancelled => {
            return Err(Fault {
                cause: Cause::Stopped,
                output: Some(text),
                record,
            });
        }
    };
    Err(Fault {
        cause: Cause::Failed(failure),
        output: Some(text),
        record,
    })
}

fn record(finished: &Finished, masker: &Masker) -> Value {
    let mut record = serde_json::Map::new();
    match finished.end {
        End::Exited(code) => {
            record.insert("exit_code".to_owned(), code.into());
        }
        End::Signalled(signal) => {
            record.insert("signal".to_owned(), signal.into());
        }
        _ => {}
    }
    let stderr = stderr(finished, masker, RECORD_TAIL);
    if !stderr.is_empty() {
        record.insert("stderr".to_owned(), stderr.into());
    }
    if finished.stopped > 0 {
        record.insert("stopped_processes".to_owned(), finished.stopped.into());
    }
    if finished.survived > 0 {
        record.insert("surviving_processes".to_owned(), finished.survived.into());
    }
    Value::Object(record)
}

/// Returns the end of stderr. What was cut before it may have been the first half of a secret.
fn stderr(finished: &Finished, masker: &Masker, most: usize) -> String {
    masker.mask_part(&finished.stderr.end(most)).into_owned()
}

fn with_stderr(message: String, finished: &Finished, masker: &Masker) -> String {
    let stderr = stderr(finished, masker, ERROR_TAIL);
    let stderr = stderr.trim();
    if stderr.is_empty() {
        message
    } else {
        format!("{message}: {stderr}")
    }
}
