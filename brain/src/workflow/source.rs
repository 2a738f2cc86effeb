//! The fingerprint of a step that was made by the builder.

use brain_syntax::fingerprint::Fingerprint;

use super::maker::{Maker, Places};
use super::{Action, Argument, Arguments, Step};

/// Returns the fingerprint of a step.
pub(super) fn of(step: &Step) -> String {
    let places = Places::default();
    let draft = Maker::new(&places, String::new()).step(0, step);
    let mut fingerprint = Fingerprint::default();
    fingerprint.add(&draft.kind.text);
    for field in &draft.fields {
        fingerprint.add(&field.word.text);
        fingerprint.add_data(&field.value.data);
    }
    // The draft does not know what JSON holds that nobody reads.
    match &step.action {
        Action::Llm(step) => {
            if let Some(extra) = &step.extra {
                fingerprint.add(&extra.to_string());
            }
        }
        Action::Mcp(step) => match &step.arguments {
            Some(Arguments::Fixed(arguments)) => {
                for (_, argument) in arguments {
                    if let Argument::Written(json) | Argument::Made(json) = argument {
                        fingerprint.add(&json.to_string());
                    }
                }
            }
            Some(Arguments::NoObject(json)) => fingerprint.add(&json.to_string()),
            Some(Arguments::Computed(_)) | None => {}
        },
        _ => {}
    }
    if let Some(version) = step.every.version {
        fingerprint.add("version");
        fingerprint.add(&version.to_string());
    }
    fingerprint.finish()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::prelude::*;

    fn hash(step: impl Into<Step>) -> String {
        let step: Step = step.into();
        step.source_hash().to_owned()
    }

    fn tool() -> McpToolStep {
        McpToolStep::new("x", "server", "tool")
    }

    /// Runs of an older build are compared with it.
    #[test]
    fn it_is_the_same_in_every_build() {
        let step = ShellStep::new("log", "git log").timeout(secs(5));
        assert_eq!(hash(step.clone()), "769598af4683dded");
        assert_eq!(
            hash(step),
            hash(ShellStep::new("other", "git log").timeout(secs(5)))
        );
    }

    #[test]
    fn each_change_is_seen() {
        let closure = || FnStep::new("x", [], || 1);
        let all = [
            hash(ShellStep::new("x", "true")),
            hash(ShellStep::new("x", "true ")),
            hash(ShellStep::argv("x", ["true"])),
            hash(ShellStep::new("x", "true").stdin("")),
            hash(ShellStep::new("x", "true").cwd("")),
            hash(ShellStep::new("x", "true").env([("A", "b")])),
            hash(ShellStep::new("x", "true").env([("A", from_env("b"))])),
            hash(ShellStep::new("x", "true").env([("A", "b"), ("C", "d")])),
            hash(ShellStep::new("x", "true").attempts(2)),
            hash(ShellStep::new("x", "true").backoff(secs(2))),
            hash(ShellStep::new("x", "true").timeout(secs(2))),
            hash(ShellStep::new("x", "true").timeout(millis(2))),
            hash(ShellStep::new("x", "true").repeatable(true)),
            hash(ShellStep::new("x", "true").when([], || true)),
            hash(ShellStep::new("x", "true").when(["a"], |_: String| true)),
            hash(ShellStep::new("x", "true").when([], || true).version(2)),
            hash(LlmStep::new("x", "true")),
            hash(LlmStep::new("x", "true").extra(json!({ "a": 1 }))),
            hash(LlmStep::new("x", "true").extra(json!({ "a": 2 }))),
            hash(LlmStep::new("x", "true").output::<u8>()),
            hash(MemoryStep::query("x", "true")),
            hash(MemoryStep::remember("x", "true")),
            hash(MemoryVaultStep::query("x", "true")),
            hash(VerifyStep::new("x", "true")),
            hash(tool()),
            hash(tool().args(json!({ "a": 1 }))),
            hash(tool().args(json!({ "a": 2 }))),
            hash(tool().args(json!({ "a": "1" }))),
            hash(tool().args(json!({ "a": [1] }))),
            hash(tool().args_with([], || json!({}))),
            hash(tool().args_with([], || json!({})).version(1)),
            hash(closure()),
            hash(closure().version(1)),
            hash(closure().version(2)),
            hash(FnStep::new_async("x", [], async || 1)),
            hash(FnStep::new("x", ["a"], |_: String| 1)),
            hash(FnStep::new("x", ["a"], |_: Option<String>| 1)),
        ];
        let mut seen = all.to_vec();
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), all.len(), "{all:?}");
        assert!(all.iter().all(|hash| hash.len() == 16));
    }
}
