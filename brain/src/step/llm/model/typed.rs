//! Answers of a type: how they are asked for, found in what the model wrote, and checked.

use serde_json::{Value, json};

use crate::step::http::beginning;
use crate::workflow::Shape;

/// Writes the message that asks for the type.
pub(super) fn wanted(shape: Shape) -> Value {
    message("user", &instruction(shape))
}

fn instruction(shape: Shape) -> String {
    format!(
        "Answer with JSON only, without any text around it. It must match this JSON Schema:\n{}",
        (shape.schema)()
    )
}

/// Writes a message.
pub(super) fn message(role: &str, content: &str) -> Value {
    json!({ "role": role, "content": content })
}

/// Writes the messages that show the model its answer and what is wrong with it.
pub(super) fn repair(shape: Shape, answer: &str, error: &str) -> [Value; 2] {
    let request = format!(
        "This is not what was asked for: {error}\n{}",
        instruction(shape)
    );
    [message("assistant", answer), message("user", &request)]
}

/// Returns the JSON in an answer, if it is of the type.
///
/// # Errors
/// What is wrong with it.
pub(super) fn read(shape: Shape, answer: &str) -> Result<String, String> {
    let json = unfenced(answer);
    match (shape.check)(json) {
        Ok(()) => Ok(json.to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Says that both answers are of another type.
pub(super) fn failed(first: (&str, &str), second: (&str, &str)) -> String {
    let shown =
        |(answer, error): (&str, &str)| format!("{error}, in: {}", beginning(answer.as_bytes()));
    format!(
        "the answer is not of the type that `output` names: {}; nor is the one after the model was told so: {}",
        shown(first),
        shown(second)
    )
}

/// Returns what stands in the only code block of an answer, else all of it.
fn unfenced(answer: &str) -> &str {
    let whole = answer.trim();
    let Some(open) = fence_at(whole) else {
        return whole;
    };
    let inside = &whole[open..];
    // The first line may name the language.
    let Some((first, rest)) = inside.split_once('\n') else {
        return whole;
    };
    let fence: String = first
        .chars()
        .take_while(|&c| c == '`' || c == '~')
        .collect();
    let mut end = 0;
    for line in rest.split_inclusive('\n') {
        if line.trim().starts_with(&fence) && line.trim().trim_start_matches(&fence[..1]).is_empty()
        {
            return rest[..end].trim();
        }
        end += line.len();
    }
    whole
}

/// Finds the first line that opens a code block.
fn fence_at(text: &str) -> Option<usize> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let indent = line.len() - line.trim_start().len();
        if line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~") {
            return Some(start + indent);
        }
        start += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_found_in_a_code_block() {
        for (answer, json) in [
            (" [1]\n", "[1]"),
            ("```json\n[1]\n```", "[1]"),
            ("```\n[1]\n```\n", "[1]"),
            ("~~~\n[1]\n~~~", "[1]"),
            (
                "Here it is:\n\n```json\n{\n  \"a\": 1\n}\n```\nDone.",
                "{\n  \"a\": 1\n}",
            ),
            ("````json\n[\"```\"]\n````", "[\"```\"]"),
            // A string of JSON holds no line break, so this is no fence of it.
            ("\"```\"", "\"```\""),
            ("```json\n[1]", "```json\n[1]"),
            ("```", "```"),
        ] {
            assert_eq!(unfenced(answer), json, "{answer:?}");
        }
    }
}
