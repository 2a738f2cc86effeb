//! The `mcp` step.
//!
//! In comes a step with its templates; out goes a question to the client in [`mcp`](crate::mcp), with a place to ask it
//! ([`place`]) and arguments ([`arguments`]), and its report comes back as the end of the attempt ([`ending`]). Every
//! attempt has a server process of its own.

mod arguments;
mod ending;
mod place;

use async_trait::async_trait;
use serde_json::json;
use std::time::Duration;
use tokio::time::Instant;

use super::{Attempt, Cause, Executor, Fault, Output, timed_out};
use crate::mcp::{self, Ask, Limit};
use crate::workflow::{Failure, McpToolStep};

#[async_trait]
impl Executor for McpToolStep {
    async fn execute(&self, attempt: &Attempt<'_>) -> Result<Output, Fault> {
        let limit = Limit {
            begun: Instant::now(),
            time: attempt.step.timeout().unwrap_or(Duration::MAX),
        };
        let place = place::place(self, attempt.scope)?;
        let arguments = tokio::select! {
            arguments = arguments::arguments(self, attempt) => arguments?,
            () = limit.passed() => return Err(timed_out(limit.time).into()),
        };
        let ask = Ask::Call {
            tool: self.tool.clone(),
            arguments,
        };
        let report = mcp::ask(place, ask, limit, &attempt.stop).await;
        ending::judge(self, &report)
    }
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
