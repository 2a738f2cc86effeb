//! What an attempt has learned, whatever its end.

use serde_json::{Map, Value, json};

use super::provider::Provider;
use super::reply::{Answer, Tokens};
use crate::step::Fault;
use crate::step::http::Mask;

/// What an attempt has learned.
pub(super) struct Told {
    /// What the model says, as far as it has come.
    pub(super) answer: Answer,
    /// What the requests before that one cost.
    pub(super) spent: Tokens,
    /// How many requests were made.
    pub(super) requests: u32,
    /// What was asked otherwise after the server had refused it.
    pub(super) changes: Vec<&'static str>,
    /// What its reader should know.
    pub(super) warning: Option<String>,
    model: String,
    host: String,
    mask: Mask,
}

impl Told {
    pub(super) fn new(provider: &Provider) -> Self {
        Self {
            answer: Answer::default(),
            spent: Tokens::default(),
            requests: 0,
            changes: Vec::new(),
            warning: None,
            model: provider.model.clone(),
            host: provider.address.host(),
            mask: provider.mask.clone(),
        }
    }

    /// Begins another request.
    pub(super) fn begin(&mut self) {
        self.spent.add(self.answer.tokens);
        self.answer = Answer::default();
        self.requests += 1;
    }

    /// Writes the record.
    pub(super) fn record(&self) -> Value {
        let mut record = Map::new();
        let mut add = |name: &str, value: Option<Value>| {
            if let Some(value) = value {
                record.insert(name.to_owned(), value);
            }
        };
        let mut tokens = self.spent;
        tokens.add(self.answer.tokens);
        add("model", Some(json!(self.model)));
        add("host", Some(json!(self.host)));
        add("tokens_in", tokens.input.map(Value::from));
        add("tokens_out", tokens.output.map(Value::from));
        add("tokens_reasoning", tokens.reasoning.map(Value::from));
        let finish = self.answer.finish.as_ref();
        add("finish_reason", finish.map(|finish| json!(finish)));
        let reasoning = &self.answer.reasoning;
        let reasoning = (!reasoning.is_empty()).then(|| json!(self.mask.apply(reasoning)));
        add("reasoning", reasoning);
        add("warning", self.warning.as_ref().map(|text| json!(text)));
        add(
            "requests",
            (self.requests > 1).then(|| json!(self.requests)),
        );
        let changes = (!self.changes.is_empty()).then(|| json!(self.changes));
        add("changes", changes);
        Value::Object(record)
    }

    /// Adds it to the end of an attempt that failed or was stopped.
    pub(super) fn fault(self, fault: Fault) -> Fault {
        let partial = (!self.answer.text.is_empty()).then(|| self.mask.apply(&self.answer.text));
        Fault {
            cause: fault.cause,
            output: partial,
            record: self.record(),
        }
    }
}
