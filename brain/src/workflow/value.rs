//! What can go into a closure and what can come out of it.
//!
//! Each trait holds for every type that `serde` or the standard library knows how to treat, and is there for the words
//! that the compiler says about the others.

use serde::{Deserialize, Deserializer, Serialize};

use super::{Failure, Writer};

/// A type that a closure can take: all that implement `serde::Deserialize`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from the output of a step",
    label = "it does not implement `serde::Deserialize`",
    note = "a type of your own does with `#[derive(serde::Deserialize)]`"
)]
pub trait Input<'de>: Sized {
    /// Reads a value.
    ///
    /// # Errors
    /// If `reader` holds something else.
    fn read_from<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error>;
}

#[diagnostic::do_not_recommend]
impl<'de, T: Deserialize<'de>> Input<'de> for T {
    fn read_from<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        T::deserialize(reader)
    }
}

/// A type that a closure can give: all that implement `serde::Serialize`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the output of a step",
    label = "it does not implement `serde::Serialize`",
    note = "a type of your own does with `#[derive(serde::Serialize)]`"
)]
pub trait Output {
    /// Writes the value as JSON.
    ///
    /// # Errors
    /// What the value says.
    fn write_to(&self, writer: Writer<'_>) -> Result<(), serde_json::Error>;
}

#[diagnostic::do_not_recommend]
impl<T: Serialize> Output for T {
    fn write_to(&self, writer: Writer<'_>) -> Result<(), serde_json::Error> {
        self.serialize(writer)
    }
}

/// An error that a closure can fail with: all that implement `std::error::Error`, texts, and `anyhow::Error`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a step",
    label = "it does not implement `std::error::Error`",
    note = "implement it, or fail with a `String`, an `anyhow::Error` or a `Box<dyn std::error::Error + Send + Sync>`"
)]
pub trait Reason {
    /// Makes the failure of the step from it.
    fn into_failure(self) -> Failure;
}

#[diagnostic::do_not_recommend]
impl<E: Into<Box<dyn std::error::Error + Send + Sync>>> Reason for E {
    fn into_failure(self) -> Failure {
        Failure::from_any(self)
    }
}

/// The type of a step's output, as a parameter that reads it spells it: the same type.
#[diagnostic::on_unimplemented(
    message = "a step that gives `{Self}` is read as `{Read}`",
    label = "the step gives `{Self}`",
    note = "the parameter takes the type that the step gives, in an `Option` if the step may be skipped, or `String`"
)]
pub trait GivenAs<Read> {
    /// Gives the value.
    fn give(self) -> Read;
}

#[diagnostic::do_not_recommend]
impl<T> GivenAs<T> for T {
    fn give(self) -> T {
        self
    }
}
