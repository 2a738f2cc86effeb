//! The type of a step's output.

use std::any::TypeId;
use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A type that a model can answer with: all that implement `serde::Deserialize` and `schemars::JsonSchema`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the answer of a model",
    label = "it does not implement both `serde::Deserialize` and `schemars::JsonSchema`",
    note = "a type of your own does with `#[derive(serde::Deserialize, schemars::JsonSchema)]`"
)]
pub trait Answer: Sized {
    /// Names the type.
    #[doc(hidden)]
    fn named() -> Named<Self>;
}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema> Answer for T {
    fn named() -> Named<Self> {
        Named::of(|| {
            let mut schema = SchemaGenerator::default().into_root_schema_for::<T>();
            // Which draft it is of, some servers refuse to read.
            schema.remove("$schema");
            schema.to_value()
        })
    }
}

/// A type that an output is read as.
#[doc(hidden)]
#[derive(Debug)]
pub struct Named<T> {
    shape: Shape,
    of: PhantomData<fn() -> T>,
}

impl<T: DeserializeOwned> Named<T> {
    fn of(schema: fn() -> Value) -> Self {
        let check = |json: &str| serde_json::from_str::<T>(json).map(drop);
        Self {
            shape: Shape { schema, check },
            of: PhantomData,
        }
    }
}

impl<T> Clone for Named<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Named<T> {}

/// How an answer of a type is asked for and checked.
#[derive(Clone, Copy)]
#[cfg_attr(
    not(feature = "http"),
    expect(dead_code, reason = "a step that asks a model reads it")
)]
pub(crate) struct Shape {
    /// Describes the type.
    pub(crate) schema: fn() -> Value,
    /// Reads a value of it.
    pub(crate) check: fn(&str) -> Result<(), serde_json::Error>,
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shape").finish_non_exhaustive()
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
    #[doc(hidden)]
    fn named() -> Named<Self>;
}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned> Parsed for T {
    fn named() -> Named<Self> {
        // Nobody is told of the type: any JSON may come.
        Named::of(|| Value::Bool(true))
    }
}

/// The type that an output is read as.
#[derive(Debug, Clone, Copy)]
pub(crate) enum OutputType {
    /// Any text, as it is.
    Text,
    /// JSON of a type.
    Json(
        #[cfg_attr(
            not(feature = "http"),
            expect(dead_code, reason = "a step that asks a model reads it")
        )]
        Shape,
    ),
}

impl OutputType {
    /// Returns what `T` stands for: a `String` is the text itself.
    pub(super) fn of<T: 'static>(named: Named<T>) -> Self {
        if TypeId::of::<T>() == TypeId::of::<String>() {
            Self::Text
        } else {
            Self::Json(named.shape)
        }
    }
}
