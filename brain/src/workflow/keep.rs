//! What becomes of runs: of those that were cut, and of those that are over.

use std::time::Duration;

/// What becomes of a run whose process died.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum OnCrash {
    /// It is interrupted, and waits for a person to resume it.
    #[default]
    Interrupt,
    /// It is resumed at the next start.
    Resume,
}

/// Which finished runs of a workflow stay in the store.
///
/// A run stays as long as it is among the newest `runs` and not older than `age`, as far as these are given. Runs without
/// success stay for `failures` in any case. The latest success always stays, and so does a run that is not over.
///
/// # Examples
/// ```
/// use brain::prelude::*;
///
/// let workflow = Workflow::builder("backup")
///     .step(ShellStep::new("made", "tar -cf notes.tar notes"))
///     .on_crash(OnCrash::Resume)
///     .keep(Keep::new().runs(200).age(days(30)).failures(days(90)))
///     .build()?;
/// assert_eq!(workflow.on_crash(), OnCrash::Resume);
/// # Ok::<(), brain::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[must_use]
pub struct Keep {
    pub(crate) runs: Option<u32>,
    pub(crate) age: Option<Duration>,
    pub(crate) failures: Option<Duration>,
}

impl Keep {
    /// Keeps every run, until it is told otherwise.
    pub const fn new() -> Self {
        Self {
            runs: None,
            age: None,
            failures: None,
        }
    }

    /// Keeps the newest `runs`, at least one.
    pub const fn runs(mut self, runs: u32) -> Self {
        self.runs = Some(runs);
        self
    }

    /// Keeps runs up to this age.
    pub const fn age(mut self, age: Duration) -> Self {
        self.age = Some(age);
        self
    }

    /// Keeps runs without success up to this age, which is not less than that of the others.
    pub const fn failures(mut self, age: Duration) -> Self {
        self.failures = Some(age);
        self
    }
}
