//! The `verify` step: runs a check that the repository allows, and leaves a receipt.
//!
//! Its output is JSON: the receipt's id and what it says in short. A check that is not green fails the step; the error
//! names the check, how it ended, and the receipt.

use async_trait::async_trait;
use serde_json::{Value, json};

use super::live::{Lines, Live};
use super::{Attempt, Cause, Executor, Fault, Output};
use crate::verify::{self, Asked, Details, Means, Outcome, Place, Receipt, Signing, VerifyError};
use crate::workflow::{Failure, VerifyStep};

#[async_trait]
impl Executor for VerifyStep {
    async fn execute(&self, attempt: &Attempt<'_>) -> Result<Output, Fault> {
        let say = |lines: Lines<'_>| attempt.voice.say(Live::Lines(lines));
        let listener = attempt.voice.of_lines(&say);
        let place = Place::here().map_err(|error| could_not(&error))?;
        let means = Means {
            place: &place,
            store: attempt.store,
            clock: attempt.clock,
            stop: &attempt.stop,
            listener,
            signing: Signing::Signed,
            limit: attempt.step.timeout(),
        };
        let asked = Asked::Check(self.check.clone());
        match verify::verify(&asked, &means).await {
            Ok(receipt) => judge(&receipt),
            // What was stopped while it was looked at is no failure.
            Err(_) if attempt.stop.is_cancelled() => Err(Fault {
                cause: Cause::Stopped,
                output: None,
                record: json!({}),
            }),
            Err(error) => Err(could_not(&error)),
        }
    }
}

/// Turns a receipt into the end of the attempt.
fn judge(receipt: &Receipt) -> Result<Output, Fault> {
    let details = receipt.statement.details();
    let output = summary(receipt);
    let record =
        json!({ "receipt": receipt.id, "check": details.check, "exit_code": details.exit_code });
    let cause = match details.outcome {
        Outcome::Passed => {
            return Ok(Output {
                text: Some(output.to_string()),
                record,
            });
        }
        Outcome::Interrupted => Cause::Stopped,
        _ => Cause::Failed(Failure::retry(told(receipt, details))),
    };
    Err(Fault {
        cause,
        output: Some(output.to_string()),
        record,
    })
}

fn summary(receipt: &Receipt) -> Value {
    let details = receipt.statement.details();
    json!({
        "receipt": receipt.id,
        "check": details.check,
        "outcome": details.outcome,
        "exit_code": details.exit_code,
        "duration_ms": details.duration_ms,
        "tree": receipt.statement.tree(),
        "changed": details.changed,
        "tests": details.tests.as_ref().and_then(|tests| tests.ran),
    })
}

/// Says which check it was, how it ended, and where that is proven.
fn told(receipt: &Receipt, details: &Details) -> String {
    let check = details.check.as_deref().unwrap_or_default();
    let how = match (details.exit_code, details.signal) {
        (Some(code), _) => format!(" with exit code {code}"),
        (_, Some(signal)) => format!(" by signal {signal}"),
        _ => String::new(),
    };
    let reason = details.reason.as_ref();
    let reason = reason.map_or_else(String::new, |reason| format!(": {reason}"));
    let (outcome, id) = (details.outcome, &receipt.id);
    format!("check `{check}` {outcome}{how}{reason} (receipt `{id}`)")
}

fn could_not(error: &VerifyError) -> Fault {
    let hint = error.hint().map(|hint| format!(" ({hint})"));
    let mut text = error.to_string();
    if let Some(source) = std::error::Error::source(error) {
        text = format!("{text}: {source}");
    }
    Failure::fatal(text + &hint.unwrap_or_default()).into()
}
