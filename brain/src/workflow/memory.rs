//! The `memory` and `memory_vault` steps as data: the same questions, asked of two places.

use std::time::Duration;

use super::Text;
use super::every_step::{EveryStep, every_step, set};

/// Searches the memory in the store, or adds to it.
///
/// # Examples
/// ```
/// use brain::prelude::*;
///
/// let workflow = Workflow::builder("notes")
///     .step(
///         MemoryStep::query("notes", "release plans")
///             .space("work")
///             .limit(5),
///     )
///     .step(MemoryStep::remember("kept", "Read {notes}").space("diary"))
///     .build()?;
/// # Ok::<(), brain::Error>(())
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct MemoryStep {
    pub(super) name: String,
    pub(super) every: EveryStep,
    pub(crate) asks: Asks,
}

/// Searches the Memory Vault that `MEMORY_VAULT_URL` names, or adds to it.
///
/// # Examples
/// ```
/// use brain::prelude::*;
///
/// let workflow = Workflow::builder("notes")
///     .step(
///         MemoryVaultStep::query("notes", "release plans")
///             .limit(5)
///             .since(days(30)),
///     )
///     .step(MemoryVaultStep::remember("kept", "Read {notes}").space("diary"))
///     .build()?;
/// # Ok::<(), brain::Error>(())
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct MemoryVaultStep {
    pub(super) name: String,
    pub(super) every: EveryStep,
    pub(crate) asks: Asks,
}

/// What a step asks of a memory.
#[derive(Debug, Clone)]
pub(crate) struct Asks {
    /// To search, or to keep.
    pub(crate) operation: Operation,
    /// In which space.
    pub(crate) space: Option<String>,
    /// How many memories are found at most.
    pub(crate) limit: Option<u32>,
    /// How old they are at most.
    pub(crate) since: Option<Duration>,
    /// How they are written.
    pub(crate) format: Option<Format>,
}

/// What a memory step does.
#[derive(Debug, Clone)]
pub(crate) enum Operation {
    /// Searches for this.
    Query(Text),
    /// Keeps this.
    Remember(Text),
}

/// How memories, or what a tool gave, are written into the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Format {
    /// Their texts: of memories with an empty line between two, of a tool each in a line.
    #[default]
    Text,
    /// JSON: of memories an array of objects with `id`, `space`, `content`, `created_at` and `score`, of a tool its
    /// whole result.
    Json,
}

impl Asks {
    fn new(operation: Operation) -> Self {
        Self {
            operation,
            space: None,
            limit: None,
            since: None,
            format: None,
        }
    }

    /// Returns its template.
    pub(super) fn text(&self) -> &Text {
        match &self.operation {
            Operation::Query(text) | Operation::Remember(text) => text,
        }
    }

    /// Tells whether it changes nothing.
    pub(super) fn is_search(&self) -> bool {
        matches!(self.operation, Operation::Query(_))
    }
}

/// Writes the fields of a step that asks a memory.
macro_rules! memory_step {
    ($step:ident) => {
        impl $step {
            /// Searches for memories that share words with `query`.
            pub fn query(name: impl Into<String>, query: impl Into<String>) -> Self {
                Self::doing(name.into(), Operation::Query(Text::new(query)))
            }

            /// Keeps a text; the output is what it is kept under.
            pub fn remember(name: impl Into<String>, text: impl Into<String>) -> Self {
                Self::doing(name.into(), Operation::Remember(Text::new(text)))
            }

            fn doing(name: String, operation: Operation) -> Self {
                Self {
                    name,
                    every: EveryStep::default(),
                    asks: Asks::new(operation),
                }
            }

            /// Searches in, or adds to, this space only.
            pub fn space(mut self, space: impl Into<String>) -> Self {
                set(
                    &mut self.asks.space,
                    space.into(),
                    "space",
                    &mut self.every.again,
                );
                self
            }

            /// Sets how many memories are found at most: 1 to 50.
            pub fn limit(mut self, limit: u32) -> Self {
                set(&mut self.asks.limit, limit, "limit", &mut self.every.again);
                self
            }

            /// Finds only memories that are younger than this.
            pub fn since(mut self, age: Duration) -> Self {
                set(&mut self.asks.since, age, "since", &mut self.every.again);
                self
            }

            /// Sets how memories are written.
            pub fn format(mut self, format: Format) -> Self {
                set(
                    &mut self.asks.format,
                    format,
                    "format",
                    &mut self.every.again,
                );
                self
            }
        }

        every_step!($step);
    };
}

memory_step!(MemoryStep);
memory_step!(MemoryVaultStep);
