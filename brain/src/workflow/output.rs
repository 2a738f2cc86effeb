//! The type of a step's output.

use std::any::TypeId;
use std::marker::PhantomData;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

/// A type that a model can answer with: all that implement `serde::Deserialize` and `schemars::JsonSchema`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the answer of a model",
    label = "it does not implement both `serde::Deserialize` and `schemars::JsonSchema`",
    note = "a type of your own does with `#[derive(serde::Deserialize, schemars::JsonSchema)]`"
)]
pub trait Answer: Sized {
    /// Names the type.
    fn named() -> PhantomData<fn() -> Self>;
}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema> Answer for T {
    fn named() -> PhantomData<fn() -> Self> {
        PhantomData
    }
}

/// A type that the output of a tool can be read as: all that implement `serde::Deserialize` and borrow nothing.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from the output of a step",
    label = "it does not implement `serde::Deserialize`",
    note = "a type of your own does with `#[derive(serde::Deserialize)]`"
)]
pub trait Parsed: Sized {
    /// Names the type.
    fn named() -> PhantomData<fn() -> Self>;
}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned> Parsed for T {
    fn named() -> PhantomData<fn() -> Self> {
        PhantomData
    }
}

/// The type that an output is read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OutputType {
    /// Any text, as it is.
    Text,
    /// JSON of a type.
    Json,
}

impl OutputType {
    /// Returns what `T` stands for: a `String` is the text itself.
    pub(super) fn of<T: 'static>() -> Self {
        if TypeId::of::<T>() == TypeId::of::<String>() {
            Self::Text
        } else {
            Self::Json
        }
    }
}
