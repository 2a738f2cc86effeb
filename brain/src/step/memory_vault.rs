//! The `memory_vault` step: asks a Memory Vault over its REST API, or adds to it.

use async_trait::async_trait;
use serde_json::{Map, Value, json};

use super::http::{
    Address, Client, Key, Mask, Reply, beginning, compressed, key_of, refused, variable,
};
use super::memory::{DEFAULT_LIMIT, DEFAULT_SPACE};
use super::{Attempt, Executor, Fault, Output, within};
use crate::workflow::{Asks, Failure, Format, MemoryVaultStep, Operation, Text};

/// The variable that names the server.
const URL: &str = "MEMORY_VAULT_URL";

/// The variable that holds the token for it.
const TOKEN: &str = "MEMORY_VAULT_TOKEN";

/// How much is read of a reply: fifty memories of a megabyte each would not be read by anybody.
const REPLY_MAX: usize = 32 * 1024 * 1024;

#[async_trait]
impl Executor for MemoryVaultStep {
    async fn execute(&self, attempt: &Attempt<'_>) -> Result<Output, Fault> {
        let asks = &self.asks;
        let whom = whom();
        match &asks.operation {
            Operation::Query(text) => within(attempt, &whom, query(asks, text, attempt)).await,
            Operation::Remember(text) => {
                within(attempt, &whom, remember(asks, text, attempt)).await
            }
        }
    }
}

async fn query(asks: &Asks, text: &Text, attempt: &Attempt<'_>) -> Result<Output, Failure> {
    let mut body = Map::new();
    body.insert("query".to_owned(), json!(filled(text, attempt)?));
    let limit = asks.limit.unwrap_or(DEFAULT_LIMIT);
    body.insert("limit".to_owned(), json!(limit));
    if let Some(space) = &asks.space {
        body.insert("spaces".to_owned(), json!([space]));
    }
    if let Some(age) = asks.since {
        let since = attempt.clock.now().minus(age).to_string();
        body.insert("since".to_owned(), json!(since));
    }
    let vault = Vault::of(attempt).await?;
    let reply = vault.ask("/api/search", body, attempt).await?;
    let found = reply["results"]
        .as_array()
        .ok_or_else(|| vault.odd("it has no `results`", &reply))?;
    let mut contents = Vec::new();
    for memory in found {
        let content = memory["content"].as_str();
        contents.push(content.ok_or_else(|| vault.odd("a result has no `content`", memory))?);
    }
    let text = match asks.format.unwrap_or_default() {
        Format::Text => contents.join("\n\n"),
        Format::Json => found.iter().map(memory).collect::<Value>().to_string(),
    };
    Ok(Output {
        text: Some(text),
        record: json!({ "found": found.len(), "host": vault.host() }),
    })
}

async fn remember(asks: &Asks, text: &Text, attempt: &Attempt<'_>) -> Result<Output, Failure> {
    let space = asks.space.as_deref().unwrap_or(DEFAULT_SPACE);
    let mut body = Map::new();
    body.insert("text".to_owned(), json!(filled(text, attempt)?));
    body.insert("space".to_owned(), json!(space));
    body.insert("source".to_owned(), json!("brain"));
    let vault = Vault::of(attempt).await?;
    let reply = vault.ask("/api/ingest/text", body, attempt).await?;
    let mut record = json!({ "space": space, "host": vault.host() });
    let id = match (reply["stored"].as_bool(), reply["duplicate"].as_bool()) {
        (Some(true), _) => &reply["chunk_id"],
        // It is there already, which is what was asked for.
        (_, Some(true)) => {
            record["duplicate"] = json!(true);
            &reply["existing_chunk_id"]
        }
        _ => return Err(vault.odd("it was not stored", &reply)),
    };
    let id = id
        .as_str()
        .ok_or_else(|| vault.odd("it has no id", &reply))?;
    Ok(Output {
        text: Some(id.to_owned()),
        record,
    })
}

fn filled(text: &Text, attempt: &Attempt<'_>) -> Result<String, Failure> {
    let filled = attempt.scope.render(text.template());
    filled.map_err(Failure::fatal)
}

/// Writes a memory as the `memory` step does.
fn memory(found: &Value) -> Value {
    json!({
        "id": found["chunk_id"],
        "space": found["space"],
        "content": found["content"],
        "created_at": found["created_at"],
        "score": found["similarity"],
    })
}

/// Names who is waited for.
fn whom() -> String {
    let base = variable(URL).ok().flatten();
    let address = base.and_then(|base| Address::of(&base, "").ok());
    address.map_or_else(|| "the Memory Vault".to_owned(), |address| address.host())
}

/// The server that the environment names.
struct Vault {
    base: String,
    key: Option<Key>,
    mask: Mask,
}

impl Vault {
    async fn of(attempt: &Attempt<'_>) -> Result<Self, Failure> {
        let base = variable(URL)?
            .ok_or_else(|| Failure::fatal(format!("no Memory Vault is configured: set {URL}")))?;
        Ok(Self {
            mask: Mask::new(attempt.masker, &base),
            key: key_of(TOKEN).await?,
            base,
        })
    }

    fn address(&self, path: &str) -> Result<Address, Failure> {
        Address::of(&self.base, path)
            .map_err(|mistake| Failure::fatal(format!("`{URL}` names no server: {mistake}")))
    }

    fn host(&self) -> String {
        self.address("")
            .map_or_else(|_| String::new(), |address| address.host())
    }

    /// Makes one request, and reads the JSON of the reply.
    async fn ask(
        &self,
        path: &str,
        body: Map<String, Value>,
        attempt: &Attempt<'_>,
    ) -> Result<Value, Failure> {
        let client = Client::new(self.address(path)?).await;
        let client = client.map_err(Failure::retry)?;
        let body = Value::Object(body).to_string();
        let sent = client.post(self.key.as_ref(), body).await;
        let mut reply =
            sent.map_err(|error| Failure::retry(self.mask.apply(&error.to_string())))?;
        let status = reply.status();
        if !(200..300).contains(&status) {
            let subject = match status {
                404 | 405 | 300..400 => client.address().shown(),
                _ => self.host(),
            };
            let (limit, now) = (attempt.step.timeout(), attempt.clock.now());
            let mut refused = refused(&mut reply, &subject, &self.mask, limit, now).await;
            if matches!(status, 401 | 403) && self.key.is_none() {
                refused.text = format!("{}; it was shown no token: set {TOKEN}", refused.text);
            }
            return Err(refused.into());
        }
        if let Some(coding) = reply.compression() {
            let what = self.mask.apply(&compressed(coding));
            return Err(Failure::fatal(format!(
                "{} answered {status}: {what}",
                self.host()
            )));
        }
        let body = self.body(&mut reply).await?;
        serde_json::from_slice(&body).map_err(|_| {
            let shown = beginning(&self.mask.bytes(&body[..body.len().min(16 * 1024)]));
            let what = if shown.is_empty() { "nothing" } else { &shown };
            Failure::retry(format!(
                "{} answered {status} without JSON: {what}",
                self.host()
            ))
        })
    }

    async fn body(&self, reply: &mut Reply) -> Result<Vec<u8>, Failure> {
        let mut body = Vec::new();
        loop {
            let piece = reply.piece().await;
            match piece.map_err(|error| Failure::retry(self.mask.apply(&error.to_string())))? {
                Some(piece) => body.extend(piece),
                None => return Ok(body),
            }
            if body.len() > REPLY_MAX {
                return Err(Failure::fatal(format!(
                    "the reply of {} is longer than the limit of {} MiB",
                    self.host(),
                    REPLY_MAX / (1024 * 1024)
                )));
            }
        }
    }

    /// Says that a reply is not as it should be.
    fn odd(&self, what: &str, reply: &Value) -> Failure {
        let shown = beginning(&self.mask.bytes(reply.to_string().as_bytes()));
        Failure::fatal(format!(
            "the reply of {} cannot be used: {what}: {shown}",
            self.host()
        ))
    }
}
