//! The arguments of a tool as data.

use std::fmt;
use std::sync::Arc;

use brain_syntax::draft::Spelled;
use serde_json::Value;

use super::arity::Function;
use super::{Failure, Inputs, Text};

/// The arguments that a tool is called with.
#[derive(Debug, Clone)]
pub(crate) enum Arguments {
    /// Names and values.
    Fixed(Vec<(String, Argument)>),
    /// What a closure gives.
    Computed(Computed),
    /// JSON that is no object; the check refuses it.
    NoObject(Value),
}

/// The value of an argument.
#[derive(Debug, Clone)]
pub(crate) enum Argument {
    /// A string, to be filled.
    Template(Text),
    /// Other JSON, as it was written.
    Written(Value),
    /// JSON that code gave, which nobody reads for placeholders.
    Made(Value),
}

impl Arguments {
    /// Takes JSON: its strings are templates.
    pub(super) fn of(json: Value) -> Self {
        Self::fixed(json, |_, value| match value {
            Value::String(text) => Argument::Template(Text::new(text)),
            other => Argument::Written(other),
        })
    }

    /// Takes JSON of which only the named strings are templates: those that were written as literals.
    pub(super) fn written(json: Value, templates: &[&str]) -> Self {
        Self::fixed(json, |name, value| match value {
            Value::String(text) if templates.contains(&name) => Argument::Template(Text::new(text)),
            other => Argument::Made(other),
        })
    }

    fn fixed(json: Value, argument: impl Fn(&str, Value) -> Argument) -> Self {
        match json {
            Value::Object(fields) => {
                let fields = fields.into_iter().map(|(name, value)| {
                    let argument = argument(&name, value);
                    (name, argument)
                });
                Self::Fixed(fields.collect())
            }
            other => Self::NoObject(other),
        }
    }

    /// Returns all its templates.
    pub(super) fn texts(&self) -> impl Iterator<Item = &Text> {
        let fields = match self {
            Self::Fixed(fields) => fields.as_slice(),
            Self::Computed(_) | Self::NoObject(_) => &[],
        };
        fields.iter().filter_map(|(_, argument)| match argument {
            Argument::Template(text) => Some(text),
            Argument::Written(_) | Argument::Made(_) => None,
        })
    }

    /// Returns what its closure reads.
    pub(super) fn inputs(&self) -> &[String] {
        match self {
            Self::Computed(computed) => &computed.inputs,
            Self::Fixed(_) | Self::NoObject(_) => &[],
        }
    }
}

/// Makes arguments, as JSON; nothing if there are none.
type Compute = dyn Fn(&Inputs) -> Result<Option<String>, Failure> + Send + Sync;

/// A closure that gives arguments.
#[derive(Clone)]
pub struct Computed {
    pub(crate) inputs: Arc<[String]>,
    pub(crate) spelled: Vec<Spelled>,
    #[cfg_attr(
        not(feature = "mcp"),
        expect(dead_code, reason = "no step calls a tool without it")
    )]
    pub(crate) compute: Arc<Compute>,
}

impl Computed {
    /// Takes a closure of the builder.
    pub(super) fn of<Args, F, const N: usize>(inputs: [&str; N], function: F) -> Self
    where
        F: Function<Args, N>,
        F::Output: serde::Serialize + 'static,
    {
        Self {
            inputs: inputs.iter().map(|&name| name.to_owned()).collect(),
            spelled: F::spelled(),
            compute: Arc::new(move |inputs| super::write_value(&function.call(inputs)?)),
        }
    }

    /// Takes a closure that the macro wrote and the compiler checked.
    pub(crate) fn written(
        inputs: Vec<&str>,
        compute: impl Fn(&Inputs) -> Result<Option<String>, Failure> + Send + Sync + 'static,
    ) -> Self {
        Self {
            spelled: vec![Spelled::Option; inputs.len()],
            inputs: inputs.into_iter().map(str::to_owned).collect(),
            compute: Arc::new(compute),
        }
    }
}

impl fmt::Debug for Computed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Computed")
            .field("inputs", &self.inputs)
            .finish_non_exhaustive()
    }
}
