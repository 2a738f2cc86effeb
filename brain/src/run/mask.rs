//! Changes without the secrets in them.

use std::borrow::Cow;

use crate::mask::Masker;
use crate::store::Change;

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
            | Change::RunStarted { trigger, .. } => masker.mask_json(trigger),
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
