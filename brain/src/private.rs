//! What code that `workflow!` writes calls. It may change at any time.

use std::marker::PhantomData;
use std::time::Duration;

pub use serde::{Deserialize, Serialize};

use crate::workflow::{Body, Condition, Failure, FnStep, Workflow, WorkflowBuilder};
pub use crate::workflow::{Inputs, Mode, Outcome, Settle, Writer, Written, write};

/// The type of a step's output.
#[derive(Debug)]
pub struct Typed<T>(PhantomData<fn() -> T>);

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

/// Checks a whole number that is a constant.
///
/// # Panics
/// While compiling, if it is out of range.
pub const fn whole_number(_: &str, number: i128, least: i128, most: i128) -> u32 {
    assert!(
        number >= least && number <= most,
        "the number is out of range"
    );
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "every range in the table of fields lies in that of u32"
    )]
    {
        number as u32
    }
}

/// Checks a duration that is a constant.
///
/// # Panics
/// While compiling, if it is out of range.
pub const fn duration(_: &str, duration: Duration, least: u128, most: u128) -> Duration {
    let nanos = duration.as_nanos();
    assert!(
        nanos >= least && nanos <= most,
        "the duration is out of range"
    );
    duration
}
