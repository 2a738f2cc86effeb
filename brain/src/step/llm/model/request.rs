//! What a server is asked: the JSON of a request, and what is said otherwise once the server has refused it.

use serde_json::{Map, Value, json};

use super::typed;
use crate::step::http::Refused;
use crate::workflow::{LlmStep, OutputType, Shape};

/// How requests are written for this server. Each part changes at most once, so that a server that refuses everything is
/// not asked for ever.
#[derive(Debug, Clone)]
pub(super) struct Manner {
    stream: bool,
    /// Whether the usage is asked for at the end of a stream.
    usage: bool,
    /// What the limit of tokens is called.
    limit: &'static str,
    /// Where the schema of a typed answer stands.
    schema: Place,
    /// What has been changed, for the record.
    pub(super) changes: Vec<&'static str>,
}

/// Where a schema stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// In the field for it.
    Field,
    /// In the prompt.
    Prompt,
}

impl Default for Manner {
    fn default() -> Self {
        Self {
            stream: true,
            usage: true,
            // The name that every server but the newest of one maker knows.
            limit: "max_tokens",
            schema: Place::Field,
            changes: Vec::new(),
        }
    }
}

/// Statuses with which servers refuse a field that they do not know.
const REFUSALS: &[u16] = &[400, 405, 406, 415, 422, 501];

impl Manner {
    /// Changes what a server has refused, if its words say what that was; tells whether there is something to try.
    pub(super) fn change(&mut self, refused: &Refused, step: &LlmStep) -> bool {
        if !REFUSALS.contains(&refused.status) {
            return false;
        }
        let said = refused.body.to_lowercase();
        let says = |words: &[&str]| words.iter().any(|word| said.contains(word));
        let is_typed = matches!(step.output, Some(OutputType::Json(_)));
        let has_schema = is_typed && self.schema == Place::Field;
        let names_schema = says(&["response_format", "json_schema", "structured", "schema"]);
        let change = if has_schema && names_schema {
            self.schema = Place::Prompt;
            "schema in the prompt"
        } else if step.max_tokens.is_some() && self.limit == "max_tokens" && refuses_limit(&said) {
            self.limit = "max_completion_tokens";
            "max_completion_tokens"
        } else if self.stream && self.usage && says(&["stream_options", "include_usage"]) {
            self.usage = false;
            "no stream_options"
        } else if self.stream && says(&["stream"]) {
            self.stream = false;
            "no stream"
        } else if has_schema {
            // Many servers refuse it without a word about it.
            self.schema = Place::Prompt;
            "schema in the prompt"
        } else {
            return false;
        };
        self.changes.push(change);
        true
    }

    /// Writes the body of a request.
    pub(super) fn body(&self, step: &LlmStep, model: &str, messages: &[Value]) -> String {
        let mut body = match &step.extra {
            Some(Value::Object(extra)) => extra.clone(),
            _ => Map::new(),
        };
        let mut messages = messages.to_vec();
        if let Some(OutputType::Json(shape)) = step.output {
            match self.schema {
                Place::Field => {
                    body.insert("response_format".to_owned(), response_format(shape));
                }
                Place::Prompt => messages.push(typed::wanted(shape)),
            }
        }
        body.insert("model".to_owned(), json!(model));
        body.insert("messages".to_owned(), json!(messages));
        if let Some(tokens) = step.max_tokens {
            body.insert(self.limit.to_owned(), json!(tokens));
        }
        if let Some(temperature) = step.temperature {
            body.insert("temperature".to_owned(), json!(temperature));
        }
        if self.stream {
            body.insert("stream".to_owned(), json!(true));
            if self.usage {
                let usage = json!({ "include_usage": true });
                body.insert("stream_options".to_owned(), usage);
            }
        }
        Value::Object(body).to_string()
    }
}

/// Tells whether a server wants the other name for the limit of tokens.
fn refuses_limit(said: &str) -> bool {
    let refuses = [
        "unsupported",
        "not supported",
        "not support",
        "unrecognized",
        "unknown",
        "not permitted",
        "not allowed",
        "unexpected",
        "deprecated",
        "instead",
        "invalid",
    ];
    said.contains("max_completion_tokens")
        || (said.contains("max_tokens") && refuses.iter().any(|word| said.contains(word)))
}

/// Writes the schema into the field for it. It is not `strict`: then servers refuse what Rust types often have, such as
/// maps and fields that may be missing.
fn response_format(shape: Shape) -> Value {
    json!({
        "type": "json_schema",
        "json_schema": { "name": "output", "schema": (shape.schema)() },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::http::Asked;

    fn refused(status: u16, body: &str) -> Refused {
        Refused {
            status,
            text: String::new(),
            body: body.to_owned(),
            asked: Asked::Nothing,
            limit: None,
        }
    }

    #[test]
    fn what_is_refused_is_said_otherwise_once() {
        let step = LlmStep::new("a", "b").max_tokens(5);
        let typed = LlmStep::new("a", "b").output::<Vec<String>>();
        for (step, body, change) in [
            (
                &step,
                "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
                "max_completion_tokens",
            ),
            (&step, "stream_options is unknown", "no stream_options"),
            (&step, "Streaming is not supported", "no stream"),
            (
                &typed,
                "response_format is not supported",
                "schema in the prompt",
            ),
            (&typed, "Bad request", "schema in the prompt"),
        ] {
            let mut manner = Manner::default();
            assert!(manner.change(&refused(400, body), step), "{body}");
            assert_eq!(manner.changes, [change]);
            assert!(!Manner::default().change(&refused(401, body), step));
        }
        let mut manner = Manner::default();
        for body in [
            "max_tokens is too large: 5",
            "the request exceeds the available context size",
            "Bad request",
        ] {
            assert!(!manner.change(&refused(400, body), &step), "{body}");
        }
        let everything = refused(
            400,
            "max_completion_tokens stream stream_options response_format",
        );
        let count = std::iter::from_fn(|| manner.change(&everything, &step).then_some(())).count();
        assert_eq!(count, 3);
    }
}
