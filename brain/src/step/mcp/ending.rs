//! The report of a call as the end of an attempt.

use serde_json::Value;

use super::client::{Answer, Broken, Report, ToolResult, Trouble, cut};
use super::{failed, stopped};
use crate::step::http::{Asked, Refused, asked_by};
use crate::step::{Attempt, Fault, Output};
use crate::workflow::{Failure, Format, McpToolStep, OutputType};

/// The most bytes of an output if the step does not say: 16 MiB, as of a command, and the most that a message can have.
const MAX_OUTPUT: u32 = 16 << 20;

/// How much of what a failed tool says stands in the error: some screens.
const ERROR_KEPT: usize = 8 * 1024;

/// How much of a text that should have been JSON is shown.
const SHOWN: usize = 200;

/// Turns the report of a call into the end of the attempt.
pub(super) fn judge(
    step: &McpToolStep,
    attempt: &Attempt<'_>,
    report: &Report,
) -> Result<Output, Fault> {
    let record = Value::Object(report.record());
    match &report.result {
        Ok(Answer::Result(result)) => match text(step, result) {
            Ok(text) => Ok(Output {
                text: Some(text),
                record,
            }),
            Err(failure) => Err(failed(failure, record)),
        },
        Ok(Answer::Tools(_)) => unreachable!("a step calls a tool"),
        Err(Trouble::Stopped) => Err(stopped(record)),
        Err(Trouble::Connection(Broken {
            why,
            status: Some(status),
            retry_after,
        })) => {
            let now = attempt.clock.now();
            let asked = retry_after
                .as_ref()
                .map_or(Asked::Nothing, |text| asked_by(text, now));
            let refused = Refused {
                status: *status,
                text: why.clone(),
                body: String::new(),
                asked,
                limit: attempt.step.timeout(),
            };
            Err(failed(refused.into(), record))
        }
        Err(trouble) => {
            let text = report.tell(trouble);
            Err(failed(
                if trouble.may_mend() {
                    Failure::retry(text)
                } else {
                    Failure::fatal(text)
                },
                record,
            ))
        }
    }
}

fn text(step: &McpToolStep, result: &ToolResult) -> Result<String, Failure> {
    if result.is_error() {
        return Err(Failure::retry(complaint(step, result)));
    }
    let is_typed = matches!(step.output, Some(OutputType::Json(_)));
    let text = match (step.format.unwrap_or_default(), result.structured()) {
        (Format::Json, _) => result.json().to_owned(),
        (Format::Text, Some(json)) if is_typed => json.to_owned(),
        (Format::Text, _) => result.text(),
    };
    let most = step.max_output.unwrap_or(MAX_OUTPUT);
    if text.len() > most as usize {
        return Err(Failure::fatal(format!(
            "tool `{}` gave {} bytes, more than `max_output`, which is {most}",
            step.tool,
            text.len()
        )));
    }
    if is_typed && let Err(error) = serde_json::from_str::<serde::de::IgnoredAny>(&text) {
        return Err(Failure::fatal(format!(
            "tool `{}` gave no JSON for the type in `output`: {error}: `{}`",
            step.tool,
            start(&text, SHOWN)
        )));
    }
    Ok(text)
}

/// Says how a tool failed, in its own words.
fn complaint(step: &McpToolStep, result: &ToolResult) -> String {
    let text = result.text();
    if text.trim().is_empty() {
        return format!("tool `{}` failed without saying why", step.tool);
    }
    format!(
        "tool `{}` failed: {}",
        step.tool,
        start(text.trim(), ERROR_KEPT)
    )
}

/// Returns the start of a text, with a mark where it is cut.
fn start(text: &str, most: usize) -> String {
    let start = cut(text, most);
    if start.len() < text.len() {
        format!("{start}...")
    } else {
        text.to_owned()
    }
}
