#![deny(warnings)]
use brain::prelude::*;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, JsonSchema)]
struct Triage {
    labels: Vec<String>,
    urgent: bool,
}

const TOKENS: u32 = 500;
const COOL: f64 = 0.25;

fn main() {
    let seed = 7;
    let workflow = workflow!(Workflow {
        name: "digest",
        steps: [
            text = llm {
                prompt: "Hello.",
                provider_url: "http://127.0.0.1:1234/v1",
                api_key: plaintext("none"),
                model: "small",
                max_tokens: TOKENS,
                temperature: COOL,
                output: String,
                accept_partial: true,
                extra: json!({ "seed": seed, "stop": ["{none}"], "nested": { "a": null } }),
                offline: extractive(3)
            },
            triage = llm { prompt: "{text}", output: Triage, api_key: from_env("KEY"), temperature: 1 },
            counts = llm { prompt: "{triage/labels/0|none}", output: BTreeMap::<String, u32> },
            pair = llm { prompt: "{counts}", output: (u8, Option::<String>), extra: serde_json::json!({}) },
            skipped = llm { prompt: "{pair}", output: Triage, when: |triage: Triage| triage.urgent },
            all = |text: String, triage: Triage, counts: BTreeMap<String, u32>, skipped: Option<Triage>| {
                let labels = skipped.map_or(triage.labels, |skipped| skipped.labels);
                text.len() + labels.len() + counts.len()
            },
            told = |triage: String, pair: (u8, Option<String>)| format!("{triage} {}", pair.0),
        ],
    });
    assert_eq!(workflow.steps().len(), 7);
}
