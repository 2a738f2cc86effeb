//! How long a server asks to wait.

use std::time::{Duration, SystemTime};

use serde_json::Value;

use super::Reply;
use crate::clock::Timestamp;

/// What a server asks of whoever comes again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::step) enum Asked {
    /// Nothing, or nothing that can be read.
    Nothing,
    /// To wait.
    Wait(Duration),
}

/// How deep in an error a wait is looked for: gateways pass on the headers of the server behind them in
/// `error.metadata.headers`, and others name it in a list of `error.details`.
const DEEPEST: usize = 5;

impl Asked {
    /// Returns what is asked here, else there.
    pub(in crate::step) fn or(self, other: impl FnOnce() -> Self) -> Self {
        match self {
            Self::Nothing => other(),
            Self::Wait(_) => self,
        }
    }
}

/// Reads what an error asks for in its own words, where no header says it.
pub(in crate::step) fn asked_in(error: &Value, now: Timestamp) -> Asked {
    inside(error, now, DEEPEST)
}

fn inside(value: &Value, now: Timestamp, depth: usize) -> Asked {
    let Some(depth) = depth.checked_sub(1) else {
        return Asked::Nothing;
    };
    match value {
        Value::Array(values) => first(values.iter().map(|value| inside(value, now, depth))),
        Value::Object(fields) => {
            let named = first(fields.iter().map(|(name, value)| said(name, value, now)));
            named.or(|| first(fields.values().map(|value| inside(value, now, depth))))
        }
        _ => Asked::Nothing,
    }
}

fn first(mut asked: impl Iterator<Item = Asked>) -> Asked {
    let found = asked.find(|asked| *asked != Asked::Nothing);
    found.unwrap_or(Asked::Nothing)
}

/// Reads a field that names a wait.
fn said(name: &str, value: &Value, now: Timestamp) -> Asked {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => return Asked::Nothing,
    };
    let name: String = name.chars().filter(char::is_ascii_alphabetic).collect();
    match name.to_ascii_lowercase().as_str() {
        "retryafter" | "retryafterseconds" => read(&text, None, now),
        "retryafterms" => number(&text).map_or(Asked::Nothing, |milliseconds| {
            Asked::Wait(duration(milliseconds / 1000.0))
        }),
        // As protocol buffers write a duration: `7.5s`.
        "retrydelay" => match text.strip_suffix('s').and_then(number) {
            Some(seconds) => Asked::Wait(duration(seconds)),
            None => Asked::Nothing,
        },
        _ => Asked::Nothing,
    }
}

/// Reads `retry-after-ms` and `Retry-After`.
pub(in crate::step) fn asked(reply: &Reply, now: Timestamp) -> Asked {
    let finer = reply.header("retry-after-ms").and_then(number);
    if let Some(milliseconds) = finer {
        return Asked::Wait(duration(milliseconds / 1000.0));
    }
    match reply.header("retry-after") {
        Some(text) => read(text, reply.header("date"), now),
        None => Asked::Nothing,
    }
}

/// Reads the text of a `Retry-After`.
#[cfg(feature = "mcp")]
pub(in crate::step) fn asked_by(text: &str, now: Timestamp) -> Asked {
    read(text, None, now)
}

/// Reads seconds or a date. A date counts from the server's own clock, if it says what time that is.
fn read(text: &str, date: Option<&str>, now: Timestamp) -> Asked {
    if let Some(seconds) = number(text) {
        return Asked::Wait(duration(seconds));
    }
    let Ok(until) = httpdate::parse_http_date(text.trim()) else {
        return Asked::Nothing;
    };
    let microseconds = u64::try_from(now.microseconds()).unwrap_or(0);
    let ours = SystemTime::UNIX_EPOCH + Duration::from_micros(microseconds);
    let now = date
        .and_then(|date| httpdate::parse_http_date(date.trim()).ok())
        .unwrap_or(ours);
    // A date in the past asks for nothing more.
    Asked::Wait(until.duration_since(now).unwrap_or_default())
}

/// Reads a number of digits, with a point if the server is fine about it.
fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    let is_number = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    text.parse().ok().filter(|_| is_number)
}

fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-11-30T12:00:00Z.
    const NOW: Timestamp = Timestamp::from_microseconds(1_796_040_000_000_000);

    #[test]
    fn seconds_and_dates_are_read() {
        let wait = |seconds| Asked::Wait(Duration::from_secs(seconds));
        for (text, asked) in [
            ("2", wait(2)),
            (" 3600 ", wait(3600)),
            ("0", wait(0)),
            ("2.5", Asked::Wait(Duration::from_millis(2500))),
            ("Mon, 30 Nov 2026 12:00:03 GMT", wait(3)),
            ("Monday, 30-Nov-26 12:00:03 GMT", wait(3)),
            ("Mon Nov 30 12:00:03 2026", wait(3)),
            ("Mon, 30 Nov 2026 11:00:00 GMT", wait(0)),
            ("99999999999999999999999", Asked::Wait(Duration::MAX)),
        ] {
            assert_eq!(read(text, None, NOW), asked, "{text}");
        }
        for text in [
            "soon",
            "",
            "-1",
            "inf",
            "nan",
            "1e3",
            "2 seconds",
            ".",
            "tomorrow 12:00",
        ] {
            assert_eq!(read(text, None, NOW), Asked::Nothing, "{text}");
        }
    }

    #[test]
    fn errors_name_a_wait_in_their_own_words() {
        use serde_json::json;
        let wait = |milliseconds| Asked::Wait(Duration::from_millis(milliseconds));
        for (error, asked) in [
            (
                json!({ "code": 429, "metadata": { "headers": { "X-RateLimit-Remaining": "0", "Retry-After": "7" } } }),
                wait(7000),
            ),
            (
                json!({ "metadata": { "headers": { "retry-after-ms": "250" } } }),
                wait(250),
            ),
            (
                json!({ "error": { "metadata": { "headers": { "retry-after": 7 } } } }),
                wait(7000),
            ),
            (
                json!({ "metadata": { "headers": { "Retry-After": "Mon, 30 Nov 2026 12:00:03 GMT" } } }),
                wait(3000),
            ),
            (json!({ "retry_after": 1.5 }), wait(1500)),
            (
                json!({ "metadata": { "retry_after_seconds": 2 } }),
                wait(2000),
            ),
            (
                json!([{ "error": { "details": [{ "links": [] }, { "retryDelay": "7.5s" }] } }]),
                wait(7500),
            ),
            (
                json!({ "metadata": { "headers": { "Retry-After": "soon" } } }),
                Asked::Nothing,
            ),
            (json!({ "retryDelay": "7" }), Asked::Nothing),
            (
                json!({ "retry_after": -1, "retry_after_ms": null }),
                Asked::Nothing,
            ),
            (json!({ "message": "retry after 7 s" }), Asked::Nothing),
            (json!("7"), Asked::Nothing),
        ] {
            assert_eq!(asked_in(&error, NOW), asked, "{error}");
        }
        let mut deep = json!({ "retry_after": 1 });
        for _ in 0..1000 {
            deep = json!([deep]);
        }
        assert_eq!(asked_in(&deep, NOW), Asked::Nothing);
    }

    #[test]
    fn a_date_counts_from_the_clock_of_the_server() {
        let until = "Mon, 30 Nov 2026 15:00:03 GMT";
        let date = Some("Mon, 30 Nov 2026 15:00:00 GMT");
        assert_eq!(read(until, date, NOW), Asked::Wait(Duration::from_secs(3)));
        assert_eq!(
            read(until, Some("now"), NOW),
            Asked::Wait(Duration::from_secs(3 * 60 * 60 + 3))
        );
    }
}
