//! The `verify` step as data.

use super::every_step::{EveryStep, every_step};

/// Runs a check that the repository allows, and leaves a receipt.
///
/// # Examples
/// ```
/// use brain::prelude::*;
///
/// let workflow = Workflow::builder("release")
///     .step(VerifyStep::new("tested", "tests").timeout(mins(10)))
///     .step(ShellStep::new("tag", "git tag release"))
///     .build()?;
/// # Ok::<(), brain::Error>(())
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct VerifyStep {
    pub(super) name: String,
    pub(super) every: EveryStep,
    pub(crate) check: String,
}

impl VerifyStep {
    /// Runs the check with this `id` in `.verify/verify.toml`.
    pub fn new(name: impl Into<String>, check: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            every: EveryStep::default(),
            check: check.into(),
        }
    }
}

every_step!(VerifyStep);
