//! Reads messages, and tells them from whatever else a server prints.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use rmcp::model::RequestId;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use serde_json::value::RawValue;

/// A message of a server.
#[derive(Debug)]
pub(super) enum Incoming {
    /// The answer to a request of ours.
    Response { id: Id, result: Part },
    /// The refusal of a request of ours; without an id if the server could not read it.
    Refusal { id: Option<Id>, error: RpcError },
    /// A request of the server's own; its id is JSON, to be sent back as it came.
    Request { id: Box<RawValue>, method: String },
    /// What needs no answer.
    Notification { method: String },
}

/// A part of a line that was read: it is not copied, as it may be large.
#[derive(Debug, Clone)]
pub(super) struct Part {
    line: Arc<String>,
    range: Range<usize>,
}

/// The id of a request of ours as a server sent it back.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Id(Option<i64>);

/// Why a server refuses a request.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RpcError {
    /// The number of the error.
    pub(crate) code: i64,
    /// What the server says.
    pub(crate) message: String,
    /// What it adds.
    pub(crate) data: Option<Value>,
}

/// What is found in a line.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The messages, in order.
    pub(super) messages: Vec<Incoming>,
    /// The texts that are none.
    pub(super) stray: Vec<String>,
}

/// All that a message can have.
#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    method: Option<Cow<'a, str>>,
    #[serde(borrow, default, deserialize_with = "present")]
    result: Option<&'a RawValue>,
    #[serde(borrow)]
    error: Option<&'a RawValue>,
}

/// Reads a field that may be `null`, which is not the same as no field.
fn present<'de: 'a, 'a, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<&'a RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

impl Part {
    /// Returns the JSON.
    pub(super) fn json(&self) -> &str {
        self.line.get(self.range.clone()).unwrap_or_default()
    }

    /// Takes JSON that was no part of a line.
    #[cfg(test)]
    pub(super) fn whole(json: String) -> Self {
        Self {
            range: 0..json.len(),
            line: Arc::new(json),
        }
    }

    fn of(line: &Arc<String>, raw: &RawValue) -> Self {
        // `raw` was borrowed from `line`, so the distance is where it stands in it.
        let start = raw.get().as_ptr().addr() - line.as_ptr().addr();
        Self {
            line: Arc::clone(line),
            range: start..start + raw.get().len(),
        }
    }
}

impl Id {
    /// Tells whether it is this id: servers send numbers back as texts, and as floats.
    pub(super) fn is(&self, id: i64) -> bool {
        self.0 == Some(id)
    }

    fn of(raw: &RawValue) -> Self {
        let text = raw.get().trim_matches('"');
        let whole = text.strip_suffix(".0").unwrap_or(text);
        Self(whole.parse().ok())
    }
}

/// How many braces are tried as the start of a message behind other text.
///
/// It bounds the work on a line that is none; a greeting has no more of them.
const MOST_STARTS: usize = 16;

impl From<&RequestId> for Id {
    fn from(id: &RequestId) -> Self {
        Self(match id {
            RequestId::Number(number) => Some(*number),
            RequestId::String(text) => text.parse().ok(),
        })
    }
}

/// Finds the messages in a line.
///
/// A line should be one message. What stands before one (a greeting without a line end), several in a line, and an array
/// of them are read all the same; whatever is no message is kept as stray text.
pub(super) fn read(line: String) -> Found {
    let mut found = Found::default();
    let line = Arc::new(line);
    let mut at = 0;
    // Where the text began that is no message.
    let mut stray = 0;
    while let Some(rest) = line.get(at..).filter(|rest| !rest.trim().is_empty()) {
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<&RawValue>();
        let next = values.next();
        let after = at + values.byte_offset();
        match next {
            Some(Ok(raw)) if take(&line, raw, &mut found.messages) => {
                found.add_stray(line.get(stray..at));
                (at, stray) = (after, after);
            }
            Some(Ok(_)) => at = after,
            _ => at = start_behind(rest).map_or(line.len(), |start| at + start),
        }
    }
    found.add_stray(line.get(stray..));
    found
}

/// Finds the JSON object that ends a text which does not begin with JSON.
fn start_behind(text: &str) -> Option<usize> {
    let is_object = |at: &usize| {
        let rest = text.get(*at..).unwrap_or_default();
        serde_json::from_str::<&RawValue>(rest).is_ok()
    };
    let braces = text.match_indices('{').map(|(at, _)| at);
    let mut starts = braces.filter(|at| *at > 0).take(MOST_STARTS);
    starts.find(is_object)
}

impl Found {
    fn add_stray(&mut self, text: Option<&str>) {
        let text = text.unwrap_or_default().trim();
        if !text.is_empty() {
            self.stray.push(text.to_owned());
        }
    }
}

/// Takes a JSON value; returns false if it is no message.
fn take(line: &Arc<String>, raw: &RawValue, messages: &mut Vec<Incoming>) -> bool {
    let json = raw.get();
    if json.starts_with('[') {
        let Ok(all) = serde_json::from_str::<Vec<&RawValue>>(json) else {
            return false;
        };
        let before = messages.len();
        let mut all = all.into_iter();
        let is_batch =
            all.len() > 0 && all.all(|one| one.get().starts_with('{') && take(line, one, messages));
        if !is_batch {
            messages.truncate(before);
        }
        return is_batch;
    }
    let Ok(envelope) = serde_json::from_str::<Envelope<'_>>(json) else {
        return false;
    };
    let id = envelope.id.filter(|id| id.get() != "null");
    let message = match envelope {
        Envelope {
            method: Some(method),
            ..
        } => match id {
            Some(id) => Incoming::Request {
                id: id.to_owned(),
                method: method.into_owned(),
            },
            None => Incoming::Notification {
                method: method.into_owned(),
            },
        },
        Envelope {
            error: Some(error), ..
        } => Incoming::Refusal {
            id: id.map(Id::of),
            error: RpcError::read(error.get()),
        },
        Envelope {
            result: Some(result),
            ..
        } => match id {
            Some(id) => Incoming::Response {
                id: Id::of(id),
                result: Part::of(line, result),
            },
            None => return false,
        },
        _ => return false,
    };
    messages.push(message);
    true
}

impl RpcError {
    /// Reads what servers put there: an object as it should be, or less.
    fn read(json: &str) -> Self {
        let value = serde_json::from_str(json).unwrap_or(Value::Null);
        let code = value.get("code");
        let message = value.get("message").unwrap_or(&value);
        Self {
            code: code
                .and_then(|code| code.as_i64().or_else(|| code.as_str()?.parse().ok()))
                .unwrap_or_default(),
            message: message
                .as_str()
                .map_or_else(|| message.to_string(), str::to_owned),
            data: value.get("data").filter(|data| !data.is_null()).cloned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(line: &str) -> Vec<String> {
        let found = read(line.to_owned());
        let messages = found.messages.into_iter().map(|message| match message {
            Incoming::Response { id, result } => format!("{:?} = {}", id.0, result.json()),
            Incoming::Refusal { id, error } => {
                format!("{:?} ! {} {}", id.map(|id| id.0), error.code, error.message)
            }
            Incoming::Request { id, method } => format!("{id} ? {method}"),
            Incoming::Notification { method } => method,
        });
        let stray = found.stray.into_iter().map(|text| format!("# {text}"));
        messages.chain(stray).collect()
    }

    #[test]
    fn messages_are_told_from_what_is_none() {
        for (line, wanted) in [
            (
                r#"{"jsonrpc":"2.0","id":7,"result":{"a":[1, 2]}}"#,
                vec![r#"Some(7) = {"a":[1, 2]}"#],
            ),
            (r#"  {"id":"7","result":null}  "#, vec!["Some(7) = null"]),
            (r#"{"id":7.0,"result":1,"error":null}"#, vec!["Some(7) = 1"]),
            (
                r#"{"id":7,"result":null,"error":{"code":-1,"message":"no"}}"#,
                vec!["Some(Some(7)) ! -1 no"],
            ),
            (
                r#"{"id":null,"error":{"code":"-32700","message":"what?","data":{}}}"#,
                vec!["None ! -32700 what?"],
            ),
            (r#"{"id":1,"error":"bad"}"#, vec!["Some(Some(1)) ! 0 bad"]),
            (
                r#"{"jsonrpc":"2.0","id":"srv-1","method":"ping"}"#,
                vec![r#""srv-1" ? ping"#],
            ),
            (
                r#"{"method":"notifications/message","params":{"id":1}}"#,
                vec!["notifications/message"],
            ),
            (
                "Example Server version 1.2",
                vec!["# Example Server version 1.2"],
            ),
            ("\u{1f680} ready", vec!["# \u{1f680} ready"]),
            ("", vec![]),
            ("\r", vec![]),
            ("42", vec!["# 42"]),
            ("null", vec!["# null"]),
            (
                r#"{"level":"info","msg":"up"}"#,
                vec![r#"# {"level":"info","msg":"up"}"#],
            ),
            (r#"{"jsonrpc":"2.0"}"#, vec![r#"# {"jsonrpc":"2.0"}"#]),
            (
                r#"{"jsonrpc":"2.0","id":1,"#,
                vec![r#"# {"jsonrpc":"2.0","id":1,"#],
            ),
            (
                r#"Ready. {"jsonrpc":"2.0","id":1,"result":{}}"#,
                vec!["Some(1) = {}", "# Ready."],
            ),
            (
                r#"12:00 [info] up {"id":1,"jsonrpc":"2.0","result":{}}"#,
                vec!["Some(1) = {}", "# 12:00 [info] up"],
            ),
            (
                r#"{"level":"debug","sent":{"id":1,"result":{}}}"#,
                vec![r#"# {"level":"debug","sent":{"id":1,"result":{}}}"#],
            ),
            (
                r#"{"level":"info"} {"method":"a"}"#,
                vec!["a", r#"# {"level":"info"}"#],
            ),
            (
                r#"sent {"id":1,"result":{}} to it"#,
                vec![r#"# sent {"id":1,"result":{}} to it"#],
            ),
            ("1999 bottles", vec!["# 1999 bottles"]),
            (
                r#"{"id":1,"result":{}}{"method":"a"} bye"#,
                vec!["Some(1) = {}", "a", "# bye"],
            ),
            (
                r#"[{"id":1,"result":{}},{"method":"a"}]"#,
                vec!["Some(1) = {}", "a"],
            ),
            (
                r#"[{"id":1,"result":{}},2]"#,
                vec![r#"# [{"id":1,"result":{}},2]"#],
            ),
            ("[]", vec!["# []"]),
        ] {
            assert_eq!(shown(line), wanted, "{line}");
        }
    }
}
