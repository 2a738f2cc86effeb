//! Asks a model server.
//!
//! In comes a step with its prompt; out comes an answer. [`provider`] says who is asked, [`talk`] asks, and [`told`] keeps
//! what an attempt has learned, whatever its end. Without a server the summariser answers, if the step names it
//! ([`offline`]); never in place of a server that is configured.

mod judge;
mod offline;
mod provider;
mod reply;
mod request;
mod talk;
mod think;
mod told;
mod typed;

use async_trait::async_trait;

use self::reply::Limits;
use self::told::Told;
use crate::step::{Attempt, Executor, Fault, Output, within};
use crate::workflow::LlmStep;

#[async_trait]
impl Executor for LlmStep {
    async fn execute(&self, attempt: &Attempt<'_>) -> Result<Output, Fault> {
        execute(self, attempt, Limits::default()).await
    }
}

/// Makes one attempt within these limits.
async fn execute(step: &LlmStep, attempt: &Attempt<'_>, limits: Limits) -> Result<Output, Fault> {
    let provider = within(attempt, "its key", provider::of(step, attempt.masker)).await?;
    let Some(provider) = provider else {
        let answer = offline::answer(step, attempt.scope);
        return within(attempt, "the built-in summariser", answer).await;
    };
    let host = provider.address.host();
    let mut told = Told::new(&provider);
    let ended = within(
        attempt,
        &host,
        talk::talk(step, attempt, &provider, limits, &mut told),
    )
    .await;
    match ended {
        Ok(text) => Ok(Output {
            text: Some(text),
            record: told.record(),
        }),
        Err(fault) => Err(told.fault(fault)),
    }
}
