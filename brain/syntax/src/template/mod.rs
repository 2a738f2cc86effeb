//! Texts with placeholders.
//!
//! In comes the text of a template field; out comes a [`Template`], its parts in order, or the
//! [`TemplateError`]s that stand in it. Called by the check (to find mistakes) and by the runtime (to render). It knows
//! the forms of placeholders and not which steps exist.

mod error;
mod parse;
mod placeholder;
mod pointer;
#[cfg(test)]
mod tests;

pub use self::error::{Malformed, TemplateError};
pub use self::placeholder::{FailureField, Form, Placeholder, RunField, Source, TriggerField};
pub use self::pointer::Pointer;

/// A parsed text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Template {
    parts: Vec<Part>,
}

/// A stretch of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// Literal text, its doubled braces already single.
    Text(String),
    /// A value to be put in.
    Placeholder(Placeholder),
}

impl Template {
    /// Reads a text.
    ///
    /// # Errors
    /// Every mistake in the text, in its order.
    pub fn parse(text: &str) -> Result<Self, Vec<TemplateError>> {
        let (template, errors) = Self::parse_leniently(text);
        if errors.is_empty() {
            Ok(template)
        } else {
            Err(errors)
        }
    }

    /// Reads a text as far as it can be read: what is no placeholder stays literal text and is reported.
    pub fn parse_leniently(text: &str) -> (Self, Vec<TemplateError>) {
        let (parts, errors) = parse::parse(text);
        (Self { parts }, errors)
    }

    /// Returns the stretches in their order.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Returns the placeholders in their order.
    pub fn placeholders(&self) -> impl Iterator<Item = &Placeholder> {
        self.parts.iter().filter_map(|part| match part {
            Part::Placeholder(placeholder) => Some(placeholder),
            Part::Text(_) => None,
        })
    }
}
