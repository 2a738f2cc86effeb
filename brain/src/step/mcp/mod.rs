//! The `mcp` step.
//!
//! In comes a step with its templates; out goes a question to the [`client`], with a place to ask it ([`place`]) and
//! arguments ([`arguments`]), and its report comes back as the end of the attempt ([`ending`]). Every attempt has a server
//! process of its own. The `mcp` commands ask the client themselves.

mod arguments;
mod client;
mod ending;
mod place;

use async_trait::async_trait;
use serde_json::json;
use std::time::Duration;
use tokio::time::Instant;

#[cfg(feature = "cli")]
pub(crate) use self::client::{Answer, ENVIRONMENT, Place, Report, Trouble, drift, snapshot};
pub(crate) use self::client::{Ask, Limit, ask};
use super::{Attempt, Cause, Executor, Fault, Output, timed_out};
use crate::workflow::{Failure, McpToolStep};
#[cfg(feature = "cli")]
use crate::workflow::{LastRun, Run, Scope, Trigger};

#[async_trait]
impl Executor for McpToolStep {
    async fn execute(&self, attempt: &Attempt<'_>) -> Result<Output, Fault> {
        let limit = Limit {
            begun: Instant::now(),
            time: attempt.step.timeout().unwrap_or(Duration::MAX),
        };
        let prepared = async {
            let place = place::place(self, attempt.scope).await?;
            let arguments = arguments::arguments(self, attempt).await?;
            Ok::<_, Fault>((place, arguments))
        };
        let prepared = limit.within(prepared).await;
        let (place, arguments) = prepared.unwrap_or_else(|| Err(timed_out(limit.time).into()))?;
        let question = Ask::Call {
            tool: self.tool.clone(),
            arguments,
        };
        let report = ask(place, question, limit, &attempt.stop).await;
        ending::judge(self, attempt, &report)
    }
}

/// Returns the server of a step, as far as it can be known without a run.
///
/// # Errors
/// If something is filled in that only a run has.
#[cfg(feature = "cli")]
pub(crate) async fn of_step(step: &McpToolStep) -> Result<Place, Failure> {
    let run = Run::new(String::new(), String::new());
    let scope = Scope::new(run, Trigger::manual(), LastRun::default());
    place::place(step, &scope).await
}

/// Returns a server at an address.
///
/// # Errors
/// If the address or a header is none, or the system has no certificates.
#[cfg(feature = "cli")]
pub(crate) async fn at_address(url: &str, headers: &[(String, String)]) -> Result<Place, Failure> {
    place::address(url, headers).await.map(Place::Address)
}

/// Says that nobody waits for the step any more.
fn stopped(record: serde_json::Value) -> Fault {
    Fault {
        cause: Cause::Stopped,
        output: None,
        record,
    }
}

/// Says that a step failed and left nothing.
fn failed(failure: Failure, record: serde_json::Value) -> Fault {
    Fault {
        cause: Cause::Failed(failure),
        output: None,
        record: if record.is_null() { json!({}) } else { record },
    }
}
