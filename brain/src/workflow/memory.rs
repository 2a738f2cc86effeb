//! The `memory` step as data.

use std::time::Duration;

use super::Text;
use super::every_step::{EveryStep, every_step};

/// Searches the memory in the store, or adds to it.
///
/// # Examples
/// ```
/// use brain::prelude::*;
///
/// let workflow = Workflow::builder("notes")
///     .step(MemoryStep::query("notes", "release plans").space("work").limit(5))
///     .step(MemoryStep::remember("kept", "Read {notes}").space("diary"))
///     .build()?;
/// # Ok::<(), brain::Error>(())
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct MemoryStep {
    pub(super) name: String,
    pub(super) every: EveryStep,
    pub(crate) operation: Operation,
    pub(crate) space: Option<String>,
    pub(crate) limit: Option<u32>,
    pub(crate) since: Option<Duration>,
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

/// How memories are written into the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Format {
    /// Their texts, with an empty line between two.
    #[default]
    Text,
    /// A JSON array of objects with `id`, `space`, `content`, `created_at` and `score`.
    Json,
}

impl MemoryStep {
    /// Searches for memories that share words with `query`.
    pub fn query(name: impl Into<String>, query: impl Into<String>) -> Self {
        Self::doing(name.into(), Operation::Query(Text::new(query)))
    }

    /// Keeps a text; the output is the number it is kept under.
    pub fn remember(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self::doing(name.into(), Operation::Remember(Text::new(text)))
    }

    fn doing(name: String, operation: Operation) -> Self {
        Self {
            name,
            every: EveryStep::default(),
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

    /// Searches in, or adds to, this space only.
    pub fn space(mut self, space: impl Into<String>) -> Self {
        self.space = Some(space.into());
        self
    }

    /// Sets how many memories are found at most: 1 to 50.
    pub fn limit(mut self, limit: u32) -> Self {
        self.limit = Some(limit);
        self
    }

    /// Finds only memories that are younger than this.
    pub fn since(mut self, age: Duration) -> Self {
        self.since = Some(age);
        self
    }

    /// Sets how memories are written.
    pub fn format(mut self, format: Format) -> Self {
        self.format = Some(format);
        self
    }
}

every_step!(MemoryStep, Memory);
