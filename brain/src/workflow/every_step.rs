//! What every step has, whatever its kind: `when`, `timeout` and what is said about further attempts.

use std::time::Duration;

use super::Condition;

/// The fields that every step has, as far as they are given.
#[derive(Debug, Clone, Default)]
pub(crate) struct EveryStep {
    /// Whether it runs.
    pub(crate) condition: Option<Condition>,
    /// How long an attempt may take.
    pub(crate) timeout: Option<Duration>,
    /// How often it is tried at most.
    pub(crate) attempts: Option<u32>,
    /// How long the first wait between two attempts is.
    pub(crate) backoff: Option<Duration>,
    /// Whether it may be run again after it was cut.
    pub(crate) repeatable: Option<bool>,
    /// What its closures count as.
    pub(crate) version: Option<u32>,
    /// The fingerprint of its source, if the macro took it.
    pub(crate) source: Option<String>,
    /// Which of its fields were given again, and by which `build` refuses it.
    pub(crate) again: Vec<&'static str>,
}

/// Sets a field; that it was there before is noted.
pub(super) fn set<T>(
    slot: &mut Option<T>,
    value: T,
    word: &'static str,
    again: &mut Vec<&'static str>,
) {
    if slot.replace(value).is_some() {
        again.push(word);
    }
}

/// Writes the fields that every step has for a type that holds `name` and `every`.
macro_rules! every_step {
    ($step:ident) => {
        impl $step {
            /// Runs the step only if `decide`, a closure over the outputs of the named steps, gives `true`; else the
            /// step is skipped and has no output.
            pub fn when<Args, F, const N: usize>(mut self, inputs: [&str; N], decide: F) -> Self
            where
                F: crate::workflow::Function<Args, N>,
                F::Output: Into<bool>,
            {
                let condition = crate::workflow::Condition::of(inputs, decide);
                let again = &mut self.every.again;
                crate::workflow::every_step::set(
                    &mut self.every.condition,
                    condition,
                    "when",
                    again,
                );
                self
            }

            /// Runs the step only if the closure gives `true`; else the step is skipped and has no output.
            #[doc(hidden)]
            pub fn __when(mut self, condition: crate::workflow::Condition) -> Self {
                self.every.condition = Some(condition);
                self
            }

            /// Sets how long an attempt may take.
            pub fn timeout(mut self, timeout: std::time::Duration) -> Self {
                let again = &mut self.every.again;
                crate::workflow::every_step::set(
                    &mut self.every.timeout,
                    timeout,
                    "timeout",
                    again,
                );
                self
            }

            /// Sets how often the step is tried at most, 1 to 20 times: again after each failure that another attempt may
            /// mend.
            pub fn attempts(mut self, attempts: u32) -> Self {
                let again = &mut self.every.again;
                crate::workflow::every_step::set(
                    &mut self.every.attempts,
                    attempts,
                    "attempts",
                    again,
                );
                self
            }

            /// Sets how long the wait before the second attempt is; each further wait is twice as long as the one before
            /// it, up to five minutes.
            pub fn backoff(mut self, backoff: std::time::Duration) -> Self {
                let again = &mut self.every.again;
                crate::workflow::every_step::set(
                    &mut self.every.backoff,
                    backoff,
                    "backoff",
                    again,
                );
                self
            }

            /// Says which version of its closures this is.
            ///
            /// A run that was cut is not resumed with a step that has changed since. What a closure does cannot be seen
            /// from outside: count the version up when you change it.
            pub fn version(mut self, version: u32) -> Self {
                self.every.version = Some(version);
                self
            }

            /// Takes the fingerprint that the macro took.
            #[doc(hidden)]
            pub fn __source(mut self, fingerprint: &str) -> Self {
                self.every.source = Some(fingerprint.to_owned());
                self
            }

            /// Says whether the step may be run again if its process died in it, and nobody knows how far it came.
            pub fn repeatable(mut self, repeatable: bool) -> Self {
                let again = &mut self.every.again;
                crate::workflow::every_step::set(
                    &mut self.every.repeatable,
                    repeatable,
                    "repeatable",
                    again,
                );
                self
            }
        }
    };
}
pub(super) use every_step;
