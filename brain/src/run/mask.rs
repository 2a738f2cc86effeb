//! Changes without the secrets in them.

use std::borrow::Cow;

use serde_json::Value;

use crate::mask::Masker;
use crate::store::Change;
#[cfg(feature = "cli")]
use crate::workflow::{Trigger, Workflow};

/// The field of a stored trigger that says that a secret was in it.
const MASKED: &str = "masked";

/// Why a run cannot go on, or begin, whose trigger was stored without a secret.
pub(super) const NOT_KEPT: &str =
    "what fired held a secret and was stored without it, so it cannot be used again";

/// Masks secrets in all texts of `changes`; an output in which one was is marked.
pub(super) fn changes(masker: &Masker, changes: &mut [Change]) {
    let mask = |text: &mut Option<String>| {
        if let Some(text) = text {
            masker.mask_in_place(text);
        }
    };
    for change in changes {
        match change {
            Change::RunQueued { trigger, .. }
            | Change::RunSkipped { trigger, .. }
            | Change::RunStarted { trigger, .. } => mask_trigger(masker, trigger),
            Change::StepStarted { .. }
            | Change::StepSkipped { .. }
            | Change::CancelRequested { .. }
            | Change::RunResumed { .. } => {}
            Change::AttemptEnded { attempt, .. } => {
                // What a failed attempt gave is cut where it grew too long, and is no data for any step.
                if let Some(output) = &mut attempt.output
                    && let Cow::Owned(masked) = masker.mask_part(output)
                {
                    *output = masked;
                }
                mask(&mut attempt.error);
                masker.mask_json(&mut attempt.record);
            }
            Change::StepEnded {
                output,
                is_masked,
                error,
                ..
            } => {
                let masked = output.as_deref().map(|output| masker.mask_output(output));
                if let Some(Cow::Owned(masked)) = masked {
                    *output = Some(masked);
                    *is_masked = true;
                }
                mask(error);
            }
            Change::RunEnded { error, .. } => mask(error),
        }
    }
}

/// Returns what fired as it may be stored.
#[cfg(feature = "cli")]
pub(crate) fn stored_trigger(workflow: &Workflow, trigger: &Trigger) -> Value {
    let mut stored = trigger.to_json();
    mask_trigger(&Masker::of(workflow), &mut stored);
    stored
}

/// Masks what fired, and marks it if that was more than a header: those hold the secrets by which a sender is known.
fn mask_trigger(masker: &Masker, trigger: &mut Value) {
    let before = trigger.clone();
    masker.mask_json(trigger);
    if let (Value::Object(before), Value::Object(after)) = (before, trigger) {
        let is_other = |(name, value)| name != "headers" && after.get(name) != Some(value);
        if before.iter().any(is_other) {
            after.insert(MASKED.to_owned(), Value::Bool(true));
        }
    }
}

/// Tells whether a stored trigger is not what fired, since a secret was in it.
pub(super) fn is_masked(trigger: &Value) -> bool {
    trigger[MASKED] == true
}
