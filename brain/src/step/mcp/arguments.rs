//! The arguments of a call: filled, or made by a closure.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::step::{Attempt, Fault, call};
use crate::workflow::{Argument, Arguments, Computed, Failure, McpToolStep};

/// Returns what the tool is called with.
pub(super) async fn arguments(
    step: &McpToolStep,
    attempt: &Attempt<'_>,
) -> Result<Map<String, Value>, Fault> {
    match &step.arguments {
        None => Ok(Map::new()),
        Some(Arguments::Fixed(entries)) => {
            let mut filled = Map::new();
            for (name, argument) in entries {
                let value = match argument {
                    Argument::Template(text) => Value::String(
                        attempt
                            .scope
                            .render(text.template())
                            .map_err(Failure::fatal)?,
                    ),
                    Argument::Written(json) | Argument::Made(json) => json.clone(),
                };
                filled.insert(name.clone(), value);
            }
            Ok(filled)
        }
        Some(Arguments::Computed(computed)) => made(computed, attempt).await,
        Some(Arguments::NoObject(json)) => Err(no_object(json).into()),
    }
}

async fn made(computed: &Computed, attempt: &Attempt<'_>) -> Result<Map<String, Value>, Fault> {
    let compute = Arc::clone(&computed.compute);
    let inputs = call::inputs(&computed.inputs, attempt.scope, attempt.stop.clone());
    let json = call::on_a_thread(move || compute(&inputs), &attempt.stop).await?;
    let value = match json {
        Some(json) => serde_json::from_str(&json).map_err(Failure::fatal)?,
        None => Value::Null,
    };
    match value {
        Value::Object(arguments) => Ok(arguments),
        other => Err(no_object(&other).into()),
    }
}

fn no_object(json: &Value) -> Failure {
    let kind = match json {
        Value::Null => "nothing",
        Value::Bool(_) => "a truth value",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    };
    Failure::fatal(format!(
        "the closure of `args` gave {kind}, and a tool takes an object"
    ))
}
