//! What happens to runs, as lines of a log.

use crate::store::Change;

/// Notes a change that is stored. Whoever listens for logs says what becomes of it.
pub(super) fn note(change: &Change) {
    match change {
        Change::RunStarted { run, workflow, .. } => {
            tracing::info!(%run, workflow, "run started");
        }
        Change::StepStarted {
            run, name, kind, ..
        } => tracing::info!(%run, step = name, kind, "step started"),
        Change::AttemptEnded { run, attempt, .. } => {
            let (number, status) = (attempt.number, attempt.status.as_str());
            tracing::debug!(%run, attempt = number, status, error = attempt.error, "attempt ended");
        }
        Change::StepEnded {
            run,
            name,
            status,
            error,
            ..
        } => tracing::info!(%run, step = name, status = status.as_str(), error, "step ended"),
        Change::RunEnded {
            run, status, error, ..
        } => tracing::info!(%run, status = status.as_str(), error, "run ended"),
        other => tracing::debug!(change = ?other, "run changed"),
    }
}
