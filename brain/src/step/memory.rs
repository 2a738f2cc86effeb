//! The `memory` step: searches the memories in the store, or adds one.

use async_trait::async_trait;
use serde_json::{Value, json};

use super::{Attempt, Executor, Fault, Output, within};
use crate::store::{Memory, MemoryQuery, NewMemory};
use crate::workflow::{Asks, Failure, Format, MemoryStep, Operation, Text};

/// The space of memories that name none.
pub(crate) const DEFAULT_SPACE: &str = "default";

/// How many memories are found if the step does not say: about a screen of text.
pub(crate) const DEFAULT_LIMIT: u32 = 10;

/// What is waited for.
const STORE: &str = "the store";

#[async_trait]
impl Executor for MemoryStep {
    async fn execute(&self, attempt: &Attempt<'_>) -> Result<Output, Fault> {
        let asks = &self.asks;
        match &asks.operation {
            Operation::Query(text) => within(attempt, STORE, query(asks, text, attempt)).await,
            Operation::Remember(text) => {
                within(attempt, STORE, remember(asks, text, attempt)).await
            }
        }
    }
}

async fn query(asks: &Asks, text: &Text, attempt: &Attempt<'_>) -> Result<Output, Failure> {
    let query = MemoryQuery {
        text: attempt
            .scope
            .render(text.template())
            .map_err(Failure::fatal)?,
        space: asks.space.clone(),
        since: asks.since.map(|age| attempt.clock.now().minus(age)),
        limit: asks.limit.unwrap_or(DEFAULT_LIMIT),
    };
    let found = attempt.store.recall(&query).await.map_err(Failure::retry)?;
    let text = match asks.format.unwrap_or_default() {
        Format::Text => {
            let contents: Vec<&str> = found.iter().map(|memory| memory.content.as_str()).collect();
            contents.join("\n\n")
        }
        Format::Json => found.iter().map(to_json).collect::<Value>().to_string(),
    };
    Ok(Output {
        text: Some(text),
        record: json!({ "found": found.len() }),
    })
}

async fn remember(asks: &Asks, text: &Text, attempt: &Attempt<'_>) -> Result<Output, Failure> {
    let content = attempt.scope.render(text.template());
    let content = content.map_err(Failure::fatal)?;
    let memory = NewMemory {
        space: asks
            .space
            .clone()
            .unwrap_or_else(|| DEFAULT_SPACE.to_owned()),
        // A memory stays in the store, as an output does.
        content: attempt.masker.mask_output(&content).into_owned(),
        created_at: attempt.clock.now(),
    };
    let kept = attempt
        .store
        .remember(memory)
        .await
        .map_err(Failure::retry)?;
    Ok(Output {
        text: Some(kept.id.to_string()),
        record: json!({ "space": kept.space }),
    })
}

/// Writes a memory as JSON.
pub(crate) fn to_json(memory: &Memory) -> Value {
    json!({
        "id": memory.id,
        "space": memory.space,
        "content": memory.content,
        "created_at": memory.created_at.to_string(),
        "score": memory.score,
    })
}
