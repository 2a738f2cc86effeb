//! Closures of any number of parameters.

use std::any::{Any, TypeId, type_name};

use brain_syntax::draft::Spelled;
use serde::de::DeserializeOwned;

use super::{Failure, Inputs, LastRun, Run, Trigger};

/// A closure over the outputs of `N` steps.
///
/// It is implemented for every closure of up to eight parameters, each a `String` (the output as it is), `Run`,
/// `Trigger`, `LastRun`, or a type that is read from JSON.
#[diagnostic::on_unimplemented(
    message = "the closure does not fit its {N} inputs",
    note = "it takes one parameter for each name in the list, each a type that implements `serde::Deserialize`"
)]
pub trait Function<Args, const N: usize>: Send + Sync + 'static {
    /// What it gives.
    type Output;

    /// Calls it.
    ///
    /// # Errors
    /// If an input cannot be read.
    fn call(&self, inputs: &Inputs) -> Result<Self::Output, Failure>;

    /// Tells how its parameters are spelled.
    #[doc(hidden)]
    fn spelled() -> Vec<Spelled>;
}

/// An `async` closure over the outputs of `N` steps.
#[diagnostic::on_unimplemented(
    message = "the closure does not fit its {N} inputs",
    note = "it is `async` and takes one parameter for each name in the list, each a type that implements `serde::Deserialize`"
)]
pub trait AsyncFunction<Args, const N: usize>: Send + Sync + 'static {
    /// What it gives.
    type Output;

    /// Calls it and waits for its value.
    ///
    /// # Errors
    /// If an input cannot be read, or the step is stopped first.
    fn call(&self, inputs: &Inputs) -> Result<Self::Output, Failure>;

    /// Tells how its parameters are spelled.
    #[doc(hidden)]
    fn spelled() -> Vec<Spelled>;
}

/// Reads the parameter at `index`.
fn input<T: DeserializeOwned + 'static>(inputs: &Inputs, index: usize) -> Result<T, Failure> {
    let wanted = TypeId::of::<T>();
    let value: Option<Box<dyn Any>> = if wanted == TypeId::of::<String>() {
        Some(Box::new(inputs.text(index)?))
    } else if wanted == TypeId::of::<Option<String>>() {
        Some(Box::new(inputs.optional_text(index)))
    } else {
        inputs.context(index, wanted)
    };
    match value {
        Some(value) => Ok(*value.downcast().expect("made for this type")),
        None => inputs.read(index, type_name::<T>(), |reader| T::deserialize(reader)),
    }
}

fn spelled<T: 'static>() -> Spelled {
    let found = TypeId::of::<T>();
    if found == TypeId::of::<Run>() {
        Spelled::Context("Run")
    } else if found == TypeId::of::<Trigger>() {
        Spelled::Context("Trigger")
    } else if found == TypeId::of::<LastRun>() {
        Spelled::Context("LastRun")
    } else if type_name::<T>().starts_with("core::option::Option<") {
        Spelled::Option
    } else {
        Spelled::Value
    }
}

macro_rules! arities {
    ($($count:literal: $($argument:ident $index:literal),*;)+) => {
        $(
            impl<Func, Output, $($argument,)*> Function<($($argument,)*), $count> for Func
            where
                Func: Fn($($argument),*) -> Output + Send + Sync + 'static,
                $($argument: DeserializeOwned + 'static,)*
            {
                type Output = Output;

                fn call(&self, inputs: &Inputs) -> Result<Output, Failure> {
                    // The closure without parameters reads nothing.
                    let _ = inputs;
                    Ok(self($(input::<$argument>(inputs, $index)?),*))
                }

                fn spelled() -> Vec<Spelled> {
                    vec![$(spelled::<$argument>()),*]
                }
            }

            impl<Func, Output, $($argument,)*> AsyncFunction<($($argument,)*), $count> for Func
            where
                Func: AsyncFn($($argument),*) -> Output + Send + Sync + 'static,
                $($argument: DeserializeOwned + 'static,)*
            {
                type Output = Output;

                fn call(&self, inputs: &Inputs) -> Result<Output, Failure> {
                    inputs.block_on(self($(input::<$argument>(inputs, $index)?),*))
                }

                fn spelled() -> Vec<Spelled> {
                    vec![$(spelled::<$argument>()),*]
                }
            }
        )+
    };
}

arities! {
    0: ;
    1: A 0;
    2: A 0, B 1;
    3: A 0, B 1, C 2;
    4: A 0, B 1, C 2, D 3;
    5: A 0, B 1, C 2, D 3, E 4;
    6: A 0, B 1, C 2, D 3, E 4, F 5;
    7: A 0, B 1, C 2, D 3, E 4, F 5, G 6;
    8: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7;
}
