//! The `call` step: a closure on a thread of its own.
//!
//! A thread for each call, and no pool: a closure that never returns holds up nothing but itself, and the process can
//! end without it.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use async_trait::async_trait;
use serde_json::json;
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use super::{Attempt, Cause, Executor, Fault, Output, timed_out};
use crate::workflow::{Body, Failure, Inputs, Scope};

/// The stack of a closure's thread, in bytes: room for JSON as deep as it may be, four times over. What is not used
/// is no memory, and up to 40 MB of it are used again by the next thread.
const STACK: usize = 16 << 20;

#[async_trait]
impl Executor for Body {
    async fn execute(&self, attempt: &Attempt<'_>) -> Result<Output, Fault> {
        let call = Arc::clone(&self.call);
        // Its own token: an attempt that took too long is stopped, and the run goes on.
        let stop = attempt.stop.child_token();
        let guard = stop.clone().drop_guard();
        let inputs = inputs(&self.inputs, attempt.scope, stop.clone());
        let called = on_a_thread(move || call(&inputs), &attempt.stop);
        let text = match attempt.step.timeout() {
            None => called.await?,
            Some(timeout) => match tokio::time::timeout(timeout, called).await {
                Ok(result) => result?,
                Err(_) => return Err(timed_out(timeout).into()),
            },
        };
        drop(guard);
        // Nothing and the empty text are stored alike; when a run is resumed, they must not be mistaken.
        let record = match text {
            Some(_) => json!({}),
            None => json!({ "gave": "nothing" }),
        };
        Ok(Output { text, record })
    }
}

/// Gathers what a closure reads.
pub(super) fn inputs(names: &Arc<[String]>, scope: &Scope, stop: CancellationToken) -> Inputs {
    Inputs {
        names: Arc::clone(names),
        values: names.iter().map(|name| scope.left(name)).collect(),
        run: scope.run().clone(),
        trigger: scope.trigger().clone(),
        last_run: scope.last_run().clone(),
        runtime: Handle::current(),
        stop,
    }
}

/// Calls `function` on a new thread and waits for it, but not after `stop`.
pub(super) async fn on_a_thread<T: Send + 'static>(
    function: impl FnOnce() -> Result<T, Failure> + Send + 'static,
    stop: &CancellationToken,
) -> Result<T, Fault> {
    let (answer, answered) = oneshot::channel();
    let spawned = std::thread::Builder::new()
        .name("brain-call".to_owned())
        .stack_size(STACK)
        .spawn(move || {
            let result = catch_unwind(AssertUnwindSafe(function));
            // Nobody listens if the attempt is over.
            drop(answer.send(result));
        });
    if let Err(error) = spawned {
        return Err(Failure::retry(format!("no thread for the closure: {error}")).into());
    }
    tokio::select! {
        biased;
        () = stop.cancelled() => Err(Fault {
            cause: Cause::Stopped,
            output: None,
            record: json!({}),
        }),
        answer = answered => match answer {
            Ok(Ok(result)) => result.map_err(Fault::from),
            Ok(Err(panic)) => Err(panicked(&*panic).into()),
            Err(_) => Err(Failure::fatal("its thread ended without a result").into()),
        },
    }
}

fn panicked(panic: &(dyn Any + Send)) -> Failure {
    let message = panic
        .downcast_ref::<&'static str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    Failure::fatal(match message {
        Some(message) => format!("the closure panicked: {message}"),
        None => "the closure panicked".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use std::panic::panic_any;

    use super::*;

    /// Calls `function`, which nothing stops, and returns why it failed.
    async fn failure(function: impl FnOnce() -> Result<u8, Failure> + Send + 'static) -> String {
        match on_a_thread(function, &CancellationToken::new()).await {
            Err(Fault {
                cause: Cause::Failed(failure),
                ..
            }) => failure.chain(),
            other => panic!("no failure: {other:?}"),
        }
    }

    #[tokio::test]
    async fn every_panic_is_a_failure() {
        assert_eq!(
            failure(|| panic!("a text")).await,
            "the closure panicked: a text"
        );
        let number = 3;
        assert_eq!(
            failure(move || panic!("no {number}")).await,
            "the closure panicked: no 3"
        );
        assert_eq!(failure(|| panic_any(3)).await, "the closure panicked");
    }

    #[tokio::test]
    async fn a_closure_that_never_returns_is_left_behind() {
        let stop = CancellationToken::new();
        let inner = stop.clone();
        let called = on_a_thread(
            move || -> Result<u8, Failure> {
                inner.cancel();
                loop {
                    std::thread::park();
                }
            },
            &stop,
        );
        assert!(matches!(
            called.await,
            Err(Fault {
                cause: Cause::Stopped,
                ..
            })
        ));
    }

    #[tokio::test]
    async fn a_value_comes_back() {
        let called = on_a_thread(|| Ok(7), &CancellationToken::new()).await;
        assert!(matches!(called, Ok(7)));
    }
}
