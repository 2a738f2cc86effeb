//! The end of a command as the end of an attempt.

use std::time::Duration;

use super::{record, signal};
use crate::mask::Masker;
use crate::step::process::{End, Finished};
use crate::step::{Cause, Fault, Output, timed_out};
use crate::workflow::{Failure, ShellStep};

/// How much of what it said stands in an error: enough for a message, too little to bury the next one.
const ERROR_TAIL: usize = 2 * 1024;

/// Turns the end of a command into the end of the attempt.
pub(super) fn judge(
    step: &ShellStep,
    finished: &Finished,
    timeout: Duration,
    masker: &Masker,
) -> Result<Output, Fault> {
    let stdout = finished.stdout.text();
    let text = stdout.trim_end_matches(['\n', '\r']).to_owned();
    let record = record::record(finished, masker);
    let is_over = finished.stdout.is_over_limit();
    let failure = match finished.end {
        End::Exited(0) if is_over => Failure::fatal(too_much(step, finished)),
        End::Exited(0) => {
            return Ok(Output {
                text: Some(text),
                record,
            });
        }
        End::Exited(code) => Failure::retry(with_end(
            format!("the command ended with exit code {code}"),
            finished,
            masker,
        )),
        End::Signalled(number) => Failure::retry(with_end(
            format!("the command was ended by {}", signal::name(number)),
            finished,
            masker,
        )),
        End::TimedOut => standing_still(timed_out(timeout), finished.halted_by),
        // It is read to its end, so that the end is known.
        End::OutputLimit => Failure::fatal(too_much(step, finished)),
        End::Cancelled => {
            return Err(Fault {
                cause: Cause::Stopped,
                output: Some(text),
                record,
            });
        }
    };
    let failure = match failure {
        // What failed otherwise printed too much as well, and the next attempt may not.
        Failure::Retry(error) if is_over => {
            Failure::retry(format!("{error:#}; {}", too_much(step, finished)))
        }
        other => other,
    };
    Err(Fault {
        cause: Cause::Failed(failure),
        output: Some(text),
        record,
    })
}

/// Adds the end of what it said: on stderr, or on stdout if there is nothing.
fn with_end(message: String, finished: &Finished, masker: &Masker) -> String {
    let said = [&finished.stderr, &finished.stdout]
        .map(|stream| record::end(stream, masker, ERROR_TAIL))
        .into_iter()
        .find(|said| !said.trim().is_empty());
    match said {
        Some(said) => format!("{message}: {}", said.trim()),
        None => message,
    }
}

/// Adds that it did nothing, and why, if it was stopped when its time was up.
fn standing_still(failure: Failure, halted_by: Option<i32>) -> Failure {
    let Some(number) = halted_by else {
        return failure;
    };
    let signal = signal::name(number);
    let why = if signal::is_of_terminal(number) {
        "since it wants the terminal, which no step has: give it by `stdin:`, `env:` or an option what it asks for"
    } else {
        "and nobody continued it"
    };
    Failure::retry(format!("{failure}: {signal} had stopped it, {why}"))
}

/// Says that it printed too much.
fn too_much(step: &ShellStep, finished: &Finished) -> String {
    format!(
        "the command printed {} bytes, more than its `max_output` of {} bytes: have it write to a file, or raise `max_output`",
        finished.stdout.total(),
        step.max_output
    )
}
