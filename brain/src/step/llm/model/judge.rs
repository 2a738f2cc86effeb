//! Whether an answer is one.

use serde_json::Value;

use super::think;
use super::told::Told;
use crate::workflow::{Failure, LlmStep};

/// Returns the text of an answer that is read to its end.
///
/// # Errors
/// If it was cut off, refused, or holds no text.
pub(super) fn judge(step: &LlmStep, host: &str, told: &mut Told) -> Result<String, Failure> {
    if let Some(split) = think::split(&told.answer.text) {
        let text = split.text;
        let thoughts: Vec<String> = split.thoughts.into_iter().map(str::to_owned).collect();
        for thought in thoughts {
            if !told.answer.reasoning.is_empty() {
                told.answer.reason("\n\n");
            }
            told.answer.reason(&thought);
        }
        told.answer.text = text;
    }
    let answer = &told.answer;
    let is_blank = answer.text.trim().is_empty();
    if is_blank && !answer.refusal.trim().is_empty() {
        return Err(Failure::fatal(format!(
            "the model refused: {}",
            answer.refusal.trim()
        )));
    }
    let finish = answer.finish.as_deref().unwrap_or_default();
    let cut = match finish.to_ascii_lowercase().as_str() {
        "length" | "max_tokens" | "max_output_tokens" | "model_length" => Some(limit(step, told)),
        "content_filter" | "safety" | "recitation" => {
            Some("by the server's content filter".to_owned())
        }
        _ => None,
    };
    if let Some(cut) = cut {
        let thought = if is_blank {
            beside(answer.reasoned)
        } else {
            String::new()
        };
        let what = format!("the answer was cut off {cut}{thought}");
        if step.accept_partial == Some(true) && !is_blank {
            told.warning = Some(what);
            return Ok(told.answer.text.clone());
        }
        let way_out = if is_blank {
            ""
        } else {
            "; `accept_partial: true` takes what there is"
        };
        return Err(Failure::fatal(format!("{what}{way_out}")));
    }
    if finish == "error" {
        return Err(Failure::retry(format!(
            "{host} ended the answer with an error that it does not name"
        )));
    }
    if !is_blank {
        return Ok(told.answer.text.clone());
    }
    if answer.calls_tools {
        let what = "the model asks for tools instead of giving an answer text";
        return Err(Failure::fatal(what));
    }
    let what = format!("the model gave no answer text{}", beside(answer.reasoned));
    Err(Failure::retry(what))
}

fn limit(step: &LlmStep, told: &Told) -> String {
    match (step.max_tokens, told.answer.tokens.output) {
        (Some(limit), _) => format!("at the limit of {limit} tokens (`max_tokens`)"),
        (None, Some(count)) => format!("at the server's own limit, after {count} tokens"),
        (None, None) => "at the server's own limit of tokens".to_owned(),
    }
}

fn beside(reasoned: usize) -> String {
    match reasoned {
        0 => String::new(),
        1 => ", but 1 character of reasoning".to_owned(),
        count => format!(", but {count} characters of reasoning"),
    }
}

/// Returns the status that an error would have if it were not inside of a reply that says it is fine.
pub(super) fn code(error: &Value) -> u16 {
    // Some put the status beside a code in words.
    let fields = ["code", "status", "status_code", "http_status", "type"];
    let mut found = fields.iter().filter_map(|field| match &error[*field] {
        Value::Number(number) => number.as_u64().and_then(|code| u16::try_from(code).ok()),
        Value::String(text) => text.trim().parse().ok().or_else(|| named(text)),
        _ => None,
    });
    // What names no status is taken for a broken server: it may pass.
    found.find(|code| (400..600).contains(code)).unwrap_or(500)
}

/// Reads the names that servers have for errors.
fn named(name: &str) -> Option<u16> {
    Some(match name.to_ascii_lowercase().as_str() {
        "rate_limit_exceeded" | "rate_limit_error" | "too_many_requests" | "throttling_error" => {
            429
        }
        "overloaded_error" | "overloaded" | "unavailable" => 503,
        "server_error" | "internal_error" | "internal_server_error" | "api_error" => 500,
        "timeout" | "timeout_error" => 504,
        "invalid_request_error"
        | "invalid_request"
        | "context_length_exceeded"
        | "invalid_argument" => 400,
        "authentication_error" | "invalid_api_key" | "unauthenticated" => 401,
        "insufficient_quota" | "billing_error" => 402,
        "permission_error" | "permission_denied" => 403,
        "not_found_error" | "model_not_found" | "not_found" => 404,
        _ => return None,
    })
}
