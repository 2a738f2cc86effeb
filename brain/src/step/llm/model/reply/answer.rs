//! What a model has said so far, from the JSON of a reply in any of the shapes that servers have.

use serde_json::Value;

/// How much of the reasoning is kept: far more than a person reads, and no burden for the store.
pub(in crate::step::llm::model) const REASONING_MAX: usize = 1024 * 1024;

/// What a model has said so far.
#[derive(Debug, Default, Clone)]
pub(in crate::step::llm::model) struct Answer {
    /// The text.
    pub(in crate::step::llm::model) text: String,
    /// The reasoning beside it: its beginning, if there is much.
    pub(in crate::step::llm::model) reasoning: String,
    /// How many characters the reasoning has.
    pub(in crate::step::llm::model) reasoned: usize,
    /// Why it does not answer.
    pub(in crate::step::llm::model) refusal: String,
    /// Whether it asks for tools.
    pub(in crate::step::llm::model) calls_tools: bool,
    /// Why it stopped, in the server's word.
    pub(in crate::step::llm::model) finish: Option<String>,
    /// What it cost.
    pub(in crate::step::llm::model) tokens: Tokens,
    /// Whether any choice was there.
    pub(in crate::step::llm::model) has_choice: bool,
}

/// How many tokens went in and came out, as far as a server says.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(in crate::step::llm::model) struct Tokens {
    pub(in crate::step::llm::model) input: Option<u64>,
    pub(in crate::step::llm::model) output: Option<u64>,
    pub(in crate::step::llm::model) reasoning: Option<u64>,
}

impl Tokens {
    /// Adds those of another request.
    pub(in crate::step::llm::model) fn add(&mut self, other: Self) {
        let sum = |one: &mut Option<u64>, other: Option<u64>| {
            if let Some(other) = other {
                *one = Some(one.unwrap_or(0).saturating_add(other));
            }
        };
        sum(&mut self.input, other.input);
        sum(&mut self.output, other.output);
        sum(&mut self.reasoning, other.reasoning);
    }

    fn read(&mut self, usage: &Value) {
        let number = |value: &Value| {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a count that is written with a point is still a count, and a wild one stays in range"
            )]
            let rounded = || value.as_f64().map(|number| number as u64);
            value.as_u64().or_else(rounded)
        };
        let first = |values: &[&Value]| values.iter().find_map(|value| number(value));
        let found = Self {
            input: first(&[&usage["prompt_tokens"], &usage["input_tokens"]]),
            output: first(&[&usage["completion_tokens"], &usage["output_tokens"]]),
            reasoning: first(&[
                &usage["completion_tokens_details"]["reasoning_tokens"],
                &usage["output_tokens_details"]["reasoning_tokens"],
                &usage["reasoning_tokens"],
            ]),
        };
        // Of those that come with each piece the last one counts them all.
        self.input = found.input.or(self.input);
        self.output = found.output.or(self.output);
        self.reasoning = found.reasoning.or(self.reasoning);
    }
}

impl Answer {
    /// Takes a reply, or a piece of one.
    ///
    /// # Errors
    /// The error in it, if it is one.
    pub(super) fn take(&mut self, json: &Value) -> Result<(), Value> {
        if let Some(error) = error_in(json) {
            return Err(error);
        }
        self.tokens.read(&json["usage"]);
        self.tokens.read(&json["x_groq"]["usage"]);
        for choice in json["choices"].as_array().into_iter().flatten() {
            // Of several answers the first one counts.
            if choice["index"].as_u64().unwrap_or(0) == 0 {
                self.choice(choice);
            }
        }
        Ok(())
    }

    fn choice(&mut self, choice: &Value) {
        self.has_choice = true;
        let message = ["delta", "message"]
            .iter()
            .find_map(|name| choice.get(*name).filter(|message| message.is_object()));
        match message {
            Some(message) => self.message(message),
            None => self.content(&choice["text"]),
        }
        if let Some(finish) = choice["finish_reason"].as_str()
            && !finish.is_empty()
        {
            self.finish = Some(finish.to_owned());
        }
    }

    fn message(&mut self, message: &Value) {
        // Servers that rename the field send both for a while.
        let reasoning = ["reasoning_content", "reasoning", "thinking"]
            .iter()
            .find_map(|name| message[*name].as_str().filter(|text| !text.is_empty()));
        if let Some(reasoning) = reasoning {
            self.reason(reasoning);
        }
        self.content(&message["content"]);
        if let Some(refusal) = message["refusal"].as_str() {
            self.refusal.push_str(refusal);
        }
        let calls = message["tool_calls"].as_array();
        self.calls_tools |= calls.is_some_and(|calls| !calls.is_empty());
        self.calls_tools |= message["function_call"].is_object();
    }

    /// Takes a text, or a list of parts of which some are text.
    fn content(&mut self, content: &Value) {
        match content {
            Value::String(text) => self.text.push_str(text),
            Value::Array(parts) => parts.iter().for_each(|part| self.content(part)),
            Value::Object(part) => match part.get("type").and_then(Value::as_str) {
                Some("text" | "output_text") | None => {
                    self.content(part.get("text").unwrap_or(&Value::Null));
                }
                Some(kind @ ("thinking" | "reasoning")) => {
                    let inside = part.get(kind).or_else(|| part.get("text"));
                    let text = text_in(inside.unwrap_or(&Value::Null));
                    self.reason(&text);
                }
                Some("refusal") => {
                    let refusal = part.get("refusal").and_then(Value::as_str);
                    self.refusal.push_str(refusal.unwrap_or_default());
                }
                Some(_) => {}
            },
            Value::Number(_) | Value::Bool(_) => self.text.push_str(&content.to_string()),
            Value::Null => {}
        }
    }

    /// Keeps some reasoning.
    pub(in crate::step::llm::model) fn reason(&mut self, text: &str) {
        self.reasoned += text.chars().count();
        let room = REASONING_MAX.saturating_sub(self.reasoning.len());
        let mut end = room.min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        self.reasoning.push_str(&text[..end]);
    }
}

/// Returns all texts in a value.
fn text_in(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().map(text_in).collect(),
        Value::Object(part) => part.get("text").map(text_in).unwrap_or_default(),
        _ => String::new(),
    }
}

/// Returns the error that a reply is, whatever its status.
fn error_in(json: &Value) -> Option<Value> {
    match &json["error"] {
        Value::Null | Value::Bool(false) => {}
        Value::String(text) if text.is_empty() => {}
        Value::String(text) => {
            return Some(serde_json::json!({ "message": text, "code": json["code"] }));
        }
        error => return Some(error.clone()),
    }
    let is_error = json["object"] == "error" || json["type"] == "error";
    let has_no_answer = !json["choices"].is_array();
    let names_one = json["detail"].is_string() || json["detail"].is_array();
    ((is_error || names_one) && has_no_answer).then(|| json.clone())
}
