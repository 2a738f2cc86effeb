//! What a reply that says no, says.

use serde_json::Value;

/// How much of a text that is no JSON is shown: enough to see what kind of server wrote it.
const SHOWN: usize = 300;

/// Returns the reason that a body gives: the message of its error in any of the shapes that servers have, or its
/// beginning.
pub(in crate::step) fn told(body: &[u8]) -> String {
    let json: Option<Value> = serde_json::from_slice(body).ok();
    let message = json.as_ref().and_then(message);
    message.unwrap_or_else(|| beginning(body))
}

/// Finds the message in an error: `{"error": {"message": ..}}`, `{"error": ".."}`, `{"message": ..}`, and what
/// others call `detail`, a text or a list.
fn message(json: &Value) -> Option<String> {
    let found = match json {
        Value::Array(errors) => errors.first().and_then(message),
        Value::String(text) => Some(text.clone()),
        Value::Object(fields) => ["error", "message", "detail", "msg", "errors"]
            .iter()
            .find_map(|name| match fields.get(*name)? {
                Value::Null => None,
                found if *name == "detail" => Some(detail(found)),
                found => message(found),
            }),
        _ => None,
    };
    found.filter(|text| !text.trim().is_empty())
}

/// Writes a `detail`: of a list each `loc` and `msg`.
fn detail(detail: &Value) -> String {
    let Value::Array(entries) = detail else {
        return message(detail).unwrap_or_else(|| detail.to_string());
    };
    let entries = entries.iter().map(|entry| {
        let place: Vec<String> = entry["loc"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|part| {
                part.as_str()
                    .map_or_else(|| part.to_string(), str::to_owned)
            })
            .collect();
        let said = message(entry).unwrap_or_else(|| entry.to_string());
        if place.is_empty() {
            said
        } else {
            format!("{}: {said}", place.join("."))
        }
    });
    entries.collect::<Vec<_>>().join("; ")
}

/// Returns the beginning of a body in one line.
pub(in crate::step) fn beginning(body: &[u8]) -> String {
    // Characters of at most four bytes each, and what blanks shrink to.
    let some = &body[..body.len().min(SHOWN * 8)];
    let text = String::from_utf8_lossy(some);
    let text = text.trim_start_matches('\u{feff}');
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    let mut shown: String = line.chars().take(SHOWN).collect();
    if shown.len() < line.len() || some.len() < body.len() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_of_an_error_is_read() {
        for (body, said) in [
            (r#"{"error":{"message":"no","code":1}}"#, "no"),
            (r#"{"error":"no"}"#, "no"),
            (r#"{"message":"no"}"#, "no"),
            (r#"[{"error":{"message":"no"}}]"#, "no"),
            (r#"{"error":{"error":{"message":"no"}}}"#, "no"),
            (r#"{"detail":"Rate limit exceeded"}"#, "Rate limit exceeded"),
            (
                r#"{"detail":[{"type":"x","loc":["body","query"],"msg":"too short"},{"msg":"b"}]}"#,
                "body.query: too short; b",
            ),
            (
                r#"{"error":{"message":""},"x":1}"#,
                r#"{"error":{"message":""},"x":1}"#,
            ),
            ("<html>\n  <b>Bad\tGateway</b>", "<html> <b>Bad Gateway</b>"),
            ("", ""),
        ] {
            assert_eq!(told(body.as_bytes()), said);
        }
        let long = "é".repeat(1000);
        let said = told(long.as_bytes());
        assert_eq!(said.chars().count(), SHOWN + 1);
        assert!(said.ends_with('…'));
        assert_eq!(told(b"\xff\xfe"), "\u{fffd}\u{fffd}");
    }
}
