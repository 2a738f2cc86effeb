//! What every step has, whatever its kind: `when` and `timeout`.

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
            pub fn __when(mut self, condition: crate::workflow::Condition) -> Self {
                self.condition = Some(condition);
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
