//! What code that `workflow!` writes calls, and what tests need of the inside. It may change at any time.

use std::marker::PhantomData;
#[cfg(feature = "cli")]
use std::sync::Arc;
use std::time::Duration;

#[cfg(feature = "cli")]
use crate::clock::Clock;
#[cfg(feature = "cli")]
use crate::error::Error;
#[cfg(feature = "cli")]
use crate::store::Store;
#[cfg(feature = "cli")]
use crate::trigger::{Life, Server};
pub use crate::workflow::{
    Answer, GivenAs, Input, Inputs, Mode, Named, Outcome, Output, Parsed, Reason, Writer, Written,
    write,
};
use crate::workflow::{Body, Computed, Condition, Failure, FnStep, Workflow, WorkflowBuilder};

/// Serves a workflow by another clock, for as long as the process goes on.
///
/// # Errors
/// The store cannot be used at all.
#[cfg(feature = "cli")]
pub async fn serve(
    workflow: Workflow,
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
) -> Result<(), Error> {
    let server = Server::new(&[Arc::new(workflow)], store, clock, 16);
    server.run(&Life::default(), Duration::ZERO).await
}

/// The type of a step's output.
#[derive(Debug)]
pub struct Typed<T>(PhantomData<fn() -> T>);

impl<T> Clone for Typed<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Typed<T> {}

impl<T> Typed<T> {
    /// Makes the type of the output of a step that may be skipped.
    pub fn optional(self) -> Typed<Option<T>> {
        Typed(PhantomData)
    }

    /// Says that a value has the type.
    ///
    /// # Errors
    /// The error it is given.
    pub fn of<E>(self, value: Result<T, E>) -> Result<T, E> {
        value
    }
}

/// Makes a closure step and the type of its output.
pub fn call<T: 'static>(
    name: &str,
    inputs: Vec<&str>,
    mode: Mode,
    call: impl Fn(&Inputs) -> Result<Written<T>, Failure> + Send + Sync + 'static,
) -> (FnStep, Typed<T>) {
    let body = Body::written(inputs, mode, move |inputs| Ok(call(inputs)?.output));
    (FnStep::of(name, body), Typed(PhantomData))
}

/// Keeps the type of a step's output.
pub fn typed<T>(_: Named<T>) -> Typed<T> {
    Typed(PhantomData)
}

/// Makes arguments that a closure gives.
pub fn arguments(
    inputs: Vec<&str>,
    compute: impl Fn(&Inputs) -> Result<Option<String>, Failure> + Send + Sync + 'static,
) -> Computed {
    Computed::written(inputs, compute)
}

/// Makes a condition.
pub fn condition(
    inputs: Vec<&str>,
    decide: impl Fn(&Inputs) -> Result<bool, Failure> + Send + Sync + 'static,
) -> Condition {
    Condition::written(inputs, decide)
}

/// Stands for a value of a step's type, in code that never runs.
///
/// # Panics
/// Always.
pub fn value_of<T>(_: &Typed<T>) -> T {
    unreachable!("code for the compiler's eyes only")
}

/// Stands for the text of an untyped step, in code that never runs.
///
/// # Panics
/// Always.
pub fn any_text() -> String {
    unreachable!("code for the compiler's eyes only")
}

/// Stands for a workflow that has errors, in code that is never compiled to its end.
///
/// # Panics
/// Always.
pub fn broken() -> Workflow {
    unreachable!("the compiler refuses the code around this")
}

/// Builds a workflow that the macro has checked.
///
/// # Panics
/// If the builder refuses what the macro accepted.
pub fn built(builder: WorkflowBuilder) -> Workflow {
    match builder.build() {
        Ok(workflow) => workflow,
        Err(error) => panic!(
            "`workflow!` accepted what the builder refuses, which is a bug in brain: {error}"
        ),
    }
}

/// Returns an environment without variables.
pub const fn no_variables() -> [(&'static str, crate::EnvironmentValue); 0] {
    []
}

/// Moves a closure to where it can stay.
pub fn owned<T: 'static>(closure: T) -> Box<T> {
    Box::new(closure)
}

/// Returns the length of an array that stands for a number.
///
/// # Panics
/// Never: the number was one before it became a length.
pub const fn number(length: usize) -> u32 {
    assert!(length <= u32::MAX as usize, "it was a `u32`");
    #[expect(clippy::cast_possible_truncation, reason = "checked above")]
    {
        length as u32
    }
}

/// Tells whether a number that is a constant is in range.
pub const fn is_number_in(number: u32, least: u32, most: u32) -> bool {
    number >= least && number <= most
}

/// Tells whether a number that is a constant and may have a fraction is in range.
pub const fn is_decimal_in(number: f64, least: f64, most: f64) -> bool {
    number >= least && number <= most
}

/// Tells whether a duration that is a constant, in nanoseconds, is in range.
pub const fn is_duration_in(duration: Duration, least: u128, most: u128) -> bool {
    let nanos = duration.as_nanos();
    nanos >= least && nanos <= most
}
