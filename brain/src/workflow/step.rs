//! A step, whatever its kind.

use std::time::Duration;

use brain_syntax::field::Kind;

use super::body::{Body, Condition};
use super::llm::LlmStep;
use super::memory::MemoryStep;
use super::shell::ShellStep;

/// A step of a workflow: made from [`ShellStep`], [`LlmStep`], [`MemoryStep`] or [`FnStep`].
#[derive(Debug, Clone)]
pub struct Step {
    pub(crate) name: String,
    pub(crate) action: Action,
    pub(crate) condition: Option<Condition>,
    pub(crate) timeout: Option<Duration>,
}

/// What a step does.
#[derive(Debug, Clone)]
pub(crate) enum Action {
    /// Runs a command.
    Shell(ShellStep),
    /// Asks a model.
    Llm(LlmStep),
    /// Searches or fills the memory.
    Memory(MemoryStep),
    /// Calls a closure.
    Call(Body),
}

impl Step {
    /// Returns its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the word of its kind: `shell`, `llm`, `memory` or `call`.
    pub fn kind(&self) -> &'static str {
        match self.action {
            Action::Shell(_) => "shell",
            Action::Llm(_) => "llm",
            Action::Memory(_) => "memory",
            Action::Call(_) => "call",
        }
    }

    /// Returns how long an attempt may take; absent if for ever.
    pub fn timeout(&self) -> Option<Duration> {
        self.timeout
            .or_else(|| Kind::named(self.kind()).and_then(|kind| kind.timeout))
    }
}

/// Writes the fields that every step has for a type that holds `name`, `condition` and `timeout`.
macro_rules! every_step {
    ($step:ident, $action:ident) => {
        impl $step {
            /// Runs the step only if `decide`, a closure over the outputs of the named steps, gives `true`; else the
            /// step is skipped and has no output.
            pub fn when<Args, F, const N: usize>(mut self, inputs: [&str; N], decide: F) -> Self
            where
                F: crate::workflow::Function<Args, N>,
                F::Output: Into<bool>,
            {
                self.condition = Some(crate::workflow::Condition::of(inputs, decide));
                self
            }

            /// Takes the condition that the macro wrote.
            #[doc(hidden)]
            pub fn __when(mut self, condition: crate::__private::ConditionParts) -> Self {
                self.condition = Some(condition.into());
                self
            }

            /// Sets how long an attempt may take.
            pub fn timeout(mut self, timeout: std::time::Duration) -> Self {
                self.timeout = Some(timeout);
                self
            }
        }

        impl From<$step> for crate::workflow::Step {
            fn from(mut step: $step) -> Self {
                Self {
                    name: std::mem::take(&mut step.name),
                    condition: step.condition.take(),
                    timeout: step.timeout,
                    action: crate::workflow::step::Action::$action(step.into()),
                }
            }
        }
    };
}
pub(super) use every_step;
