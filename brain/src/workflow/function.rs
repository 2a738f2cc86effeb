//! The closure step as data.

use super::Failure;
use super::arity::{AsyncFunction, Function};
use super::body::{Body, Mode};
use super::every_step::{EveryStep, every_step};

/// Calls a closure over the outputs of earlier steps.
///
/// Each parameter reads the step (or `run`, `trigger`, `last_run`) named at its place in the list. A `String` is the
/// output as it is; any other type is read from JSON.
///
/// # Examples
/// ```
/// use brain::prelude::*;
///
/// let workflow = Workflow::builder("count")
///     .step(ShellStep::new("log", "git log --format=%h"))
///     .step(FnStep::new("commits", ["log"], |log: String| {
///         log.lines().count()
///     }))
///     .step(FnStep::try_new("half", ["commits"], |commits: u64| {
///         commits.checked_div(2).ok_or("no half")
///     }))
///     .build()?;
/// # Ok::<(), brain::Error>(())
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct FnStep {
    pub(super) name: String,
    pub(super) every: EveryStep,
    pub(super) body: Body,
}

impl FnStep {
    /// Calls a closure whose result is the output.
    pub fn new<Args, F, const N: usize>(
        name: impl Into<String>,
        inputs: [&str; N],
        function: F,
    ) -> Self
    where
        F: Function<Args, N>,
        F::Output: serde::Serialize + 'static,
    {
        let body = move |inputs: &_| super::write_value(&function.call(inputs)?);
        Self::of(name, Body::new::<Args, F, N>(inputs, Mode::Sync, body))
    }

    /// Calls a closure that may fail.
    pub fn try_new<Args, F, T, E, const N: usize>(
        name: impl Into<String>,
        inputs: [&str; N],
        function: F,
    ) -> Self
    where
        F: Function<Args, N, Output = Result<T, E>>,
        T: serde::Serialize + 'static,
        E: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let body = move |inputs: &_| {
            let value = function.call(inputs)?.map_err(Failure::from_any)?;
            super::write_value(&value)
        };
        Self::of(
            name,
            Body::new::<Args, F, N>(inputs, Mode::Sync, body).fallible(),
        )
    }

    /// Calls an `async` closure whose result is the output.
    pub fn new_async<Args, F, const N: usize>(
        name: impl Into<String>,
        inputs: [&str; N],
        function: F,
    ) -> Self
    where
        F: AsyncFunction<Args, N>,
        F::Output: serde::Serialize + 'static,
    {
        let body = move |inputs: &_| super::write_value(&function.call(inputs)?);
        Self::of(name, Body::new_async::<Args, F, N>(inputs, body))
    }

    /// Calls an `async` closure that may fail.
    pub fn try_new_async<Args, F, T, E, const N: usize>(
        name: impl Into<String>,
        inputs: [&str; N],
        function: F,
    ) -> Self
    where
        F: AsyncFunction<Args, N, Output = Result<T, E>>,
        T: serde::Serialize + 'static,
        E: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let body = move |inputs: &_| {
            let value = function.call(inputs)?.map_err(Failure::from_any)?;
            super::write_value(&value)
        };
        Self::of(name, Body::new_async::<Args, F, N>(inputs, body).fallible())
    }

    pub(crate) fn of(name: impl Into<String>, body: Body) -> Self {
        Self {
            name: name.into(),
            every: EveryStep::default(),
            body,
        }
    }
}

impl From<FnStep> for Body {
    fn from(step: FnStep) -> Self {
        step.body
    }
}

every_step!(FnStep);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workflow::{Run, ShellStep, Workflow};

    #[test]
    fn parameters_that_cannot_be_read_are_told_when_it_is_built() {
        let error = Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(FnStep::new("a", ["run"], |run: String| run))
            .step(FnStep::new("b", ["log"], |log: Run| log.id().to_string()))
            .step(FnStep::new("c", ["run"], |run: Run| run.id().to_string()))
            .build()
            .unwrap_err();
        let problems: Vec<_> = error.problems().iter().map(ToString::to_string).collect();
        assert_eq!(problems.len(), 2, "{problems:?}");
        assert!(problems[0].contains("closure parameter `run` of step `a` is no `Run`"));
        assert!(problems[0].contains("help: write `run: Run`"));
        assert!(problems[1].contains("closure parameter `log` of step `b` is a `Run`"));
    }
}
