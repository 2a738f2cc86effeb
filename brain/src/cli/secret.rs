//! Secrets stay out of everything that is said.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::borrow::Cow;
use std::panic::PanicHookInfo;
use std::sync::OnceLock;

use super::print;
use crate::mask::Masker;
use crate::store::RunRow;

/// What this process knows.
static KNOWN: OnceLock<Masker> = OnceLock::new();

/// Says once what may not be told, which is told by nothing from then on, panics included.
pub(super) fn guard(masker: Masker) {
    // A process has one `main`; if it calls it twice, the first workflow counts.
    drop(KNOWN.set(masker));
    std::panic::set_hook(Box::new(|panic| print::talk(&told(panic))));
}

/// Masks a line.
pub(super) fn masked(line: &str) -> Cow<'_, str> {
    KNOWN
        .get()
        .map_or(Cow::Borrowed(line), |masker| masker.mask(line))
}

/// Masks JSON.
pub(super) fn mask_json(value: &mut serde_json::Value) {
    if let Some(masker) = KNOWN.get() {
        masker.mask_json(value);
    }
}

/// Masks a run that was stored by whoever did not know what this process does.
pub(super) fn mask(run: &mut RunRow) {
    let Some(masker) = KNOWN.get() else {
        return;
    };
    let mask = |text: &mut Option<String>| {
        if let Some(text) = text {
            masker.mask_in_place(text);
        }
    };
    masker.mask_json(&mut run.trigger);
    mask(&mut run.error);
    for step in &mut run.steps {
        mask(&mut step.error);
        let output = step
            .output
            .as_deref()
            .map(|output| masker.mask_output(output));
        if let Some(Cow::Owned(output)) = output {
            step.output = Some(output);
            step.is_masked = true;
        }
        for attempt in &mut step.attempts {
            mask(&mut attempt.error);
            mask(&mut attempt.output);
            masker.mask_json(&mut attempt.record);
        }
    }
}

/// Writes a panic as the standard library does.
fn told(panic: &PanicHookInfo<'_>) -> String {
    let thread = std::thread::current();
    let name = thread.name().unwrap_or("<unnamed>");
    let mut text = format!("thread `{name}` {panic}");
    let trace = Backtrace::capture();
    if trace.status() == BacktraceStatus::Captured {
        text = format!("{text}\n{trace}");
    }
    text
}
