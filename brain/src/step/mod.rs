//! One attempt of a step: what the step says becomes what happens.
//!
//! In comes an [`Attempt`]: the step, the values it may read, the store, and the token that stops it. Out comes an
//! [`Output`] or a [`Fault`], and what the step says meanwhile goes to its [`Voice`]. [`execute`] is called by the runner only; each kind has an executor of its own, and the
//! executors do not know each other. [`process`] is the only place that starts processes.
//!
//! Nothing here decides whether a step runs or what follows from its end, and nothing is stored or shown.

mod call;
#[cfg(feature = "http")]
mod http;
pub mod live;
pub mod llm;
#[cfg(feature = "mcp")]
pub(crate) mod mcp;
mod memory;
#[cfg(feature = "http")]
mod memory_vault;
pub mod process;
#[cfg(feature = "cli")]
mod rehearsal;
mod shell;
#[cfg(feature = "verify")]
mod verify;

use std::time::Duration;

use async_trait::async_trait;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use self::live::Voice;
#[cfg(feature = "cli")]
pub(crate) use self::memory::{DEFAULT_LIMIT, DEFAULT_SPACE, to_json as memory_json};
#[cfg(feature = "cli")]
pub(crate) use self::rehearsal::{Field, rehearse};
use crate::clock::Clock;
use crate::mask::Masker;
use crate::store::Store;
use crate::workflow::{Action, Condition, Failure, Scope, Step};

/// One try of a step.
#[derive(Debug, Clone)]
pub struct Attempt<'a> {
    /// The step.
    pub step: &'a Step,
    /// The values it may read.
    pub scope: &'a Scope,
    /// Where memories are kept.
    pub store: &'a dyn Store,
    /// What time it is.
    pub clock: &'a dyn Clock,
    /// Stops it.
    pub stop: CancellationToken,
    /// Variables that the workflow reads by `from_env`: no command sees one unless its step passes it on.
    pub withheld: &'a [String],
    /// What it speaks through while it runs.
    pub voice: Voice<'a>,
    /// Knows what may not be kept or shown: for texts that a step cuts, keeps or shows itself. All that it gives back is
    /// masked by the runner.
    pub masker: &'a Masker,
}

/// What a successful attempt leaves.
#[derive(Debug, Clone, PartialEq)]
pub struct Output {
    /// The step's output; absent if a closure gave nothing.
    pub text: Option<String>,
    /// What the kind adds: a JSON object.
    pub record: Value,
}

/// What an attempt without success leaves.
#[derive(Debug)]
pub struct Fault {
    /// Why it ended.
    pub cause: Cause,
    /// What it gave before it ended.
    pub output: Option<String>,
    /// What the kind adds: a JSON object.
    pub record: Value,
}

/// Why an attempt ended without success.
#[derive(Debug)]
pub enum Cause {
    /// It failed.
    Failed(Failure),
    /// Its token was cancelled.
    Stopped,
}

impl From<Failure> for Fault {
    fn from(failure: Failure) -> Self {
        Self {
            cause: Cause::Failed(failure),
            output: None,
            record: json!({}),
        }
    }
}

/// Executes the steps of one kind.
#[async_trait]
trait Executor: Send + Sync {
    /// Makes one attempt, within the step's timeout.
    async fn execute(&self, attempt: &Attempt<'_>) -> Result<Output, Fault>;
}

/// Makes one attempt of a step.
///
/// # Errors
/// A [`Fault`] if it fails, takes too long or is stopped.
pub async fn execute(attempt: &Attempt<'_>) -> Result<Output, Fault> {
    let executor: &dyn Executor = match &attempt.step.action {
        Action::Shell(step) => step,
        #[cfg(feature = "http")]
        Action::Llm(step) => step,
        #[cfg(feature = "http")]
        Action::MemoryVault(step) => step,
        Action::Memory(step) => step,
        Action::Call(body) => body,
        #[cfg(feature = "mcp")]
        Action::Mcp(step) => step,
        #[cfg(feature = "verify")]
        Action::Verify(step) => step,
        #[cfg(not(all(feature = "http", feature = "mcp", feature = "verify")))]
        _ => return Err(not_built(attempt.step)),
    };
    executor.execute(attempt).await
}

/// Says that no executor is there for a step.
#[cfg(not(all(feature = "http", feature = "mcp", feature = "verify")))]
fn not_built(step: &Step) -> Fault {
    Failure::fatal(format!("`{}` steps are not built yet", step.kind())).into()
}

/// Asks the `when` of a step.
///
/// # Errors
/// A [`Fault`] if the closure fails, panics or is stopped.
pub(crate) fn decide(
    condition: &Condition,
    scope: &Scope,
    stop: &CancellationToken,
) -> impl Future<Output = Result<bool, Fault>> + Send + use<> {
    let decide = std::sync::Arc::clone(&condition.decide);
    let stop = stop.clone();
    let inputs = call::inputs(&condition.inputs, scope, stop.clone());
    async move { call::on_a_thread(move || decide(&inputs), &stop).await }
}

/// Waits for `work` of `whom`, at most for the step's timeout, and not after it is stopped.
async fn within<T>(
    attempt: &Attempt<'_>,
    whom: &str,
    work: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Fault> {
    let limited = async {
        match attempt.step.timeout() {
            // A server that never pauses keeps the work ready, and the runtime then lets no sleep beside it end; its
            // timeouts know that.
            Some(limit) => {
                let ended = tokio::time::timeout(limit, work).await;
                ended.unwrap_or_else(|_| {
                    Err(Failure::retry(format!(
                        "timed out after {limit:?}, waiting for {whom}"
                    )))
                })
            }
            None => work.await,
        }
    };
    tokio::select! {
        // A stop wins over a result that nobody waits for any more.
        biased;
        () = attempt.stop.cancelled() => Err(Fault {
            cause: Cause::Stopped,
            output: None,
            record: json!({}),
        }),
        result = limited => result.map_err(Fault::from),
    }
}

/// Says that a step took too long.
fn timed_out(timeout: Duration) -> Failure {
    Failure::retry(format!("timed out after {timeout:?}"))
}
