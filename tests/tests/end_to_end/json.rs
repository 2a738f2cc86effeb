//! The shape of JSON, which is stable.

use serde_json::Value;

/// Asserts that an object has these fields and no others.
pub(crate) fn assert_fields(value: &Value, fields: &[&str]) {
    let object = value
        .as_object()
        .unwrap_or_else(|| panic!("an object, not {value:#}"));
    let mut expected = fields.to_vec();
    expected.sort_unstable();
    let mut found: Vec<&str> = object.keys().map(String::as_str).collect();
    found.sort_unstable();
    assert_eq!(found, expected);
}

/// Asserts that a value is a time in RFC 3339, in UTC, with milliseconds.
pub(crate) fn assert_time(value: &Value) {
    let text = value
        .as_str()
        .unwrap_or_else(|| panic!("a time, not {value:#}"));
    let pattern = "0000-00-00T00:00:00.000Z";
    let fits = |(found, wanted): (char, char)| match wanted {
        '0' => found.is_ascii_digit(),
        other => found == other,
    };
    let is_time = text.len() == pattern.len() && text.chars().zip(pattern.chars()).all(fits);
    assert!(is_time, "{text}");
}

/// The fields of a run without its steps.
pub(crate) const SUMMARY: [&str; 9] = [
    "id",
    "workflow",
    "status",
    "trigger",
    "created_at",
    "started_at",
    "ended_at",
    "duration_ms",
    "error",
];

/// Asserts the fields of a run that has ended, its steps left aside.
pub(crate) fn assert_summary(run: &Value) {
    let id = run["id"].as_str().expect("an id");
    assert_eq!((id.len(), id.matches('-').count()), (36, 4), "{id}");
    assert_eq!(id.as_bytes()[14], b'7', "a UUID of version 7: {id}");
    assert!(run["workflow"].is_string());
    assert_eq!(run["trigger"], serde_json::json!({ "event": "manual" }));
    for time in ["created_at", "started_at", "ended_at"] {
        assert_time(&run[time]);
    }
    assert!(run["duration_ms"].is_u64());
    let has_error = run["status"] != "success";
    assert_eq!(run["error"].is_string(), has_error, "{run:#}");
    assert_eq!(run["error"].is_null(), !has_error, "{run:#}");
}
