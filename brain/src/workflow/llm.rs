//! The `llm` step as data.

use super::Text;
use super::every_step::{EveryStep, every_step};

/// Asks a language model.
///
/// # Examples
/// ```
/// use brain::prelude::*;
///
/// let workflow = Workflow::builder("summary")
///     .step(ShellStep::new("log", "git log -n 20"))
///     .step(LlmStep::new("summary", "Summarise:\n{log}").offline(extractive(5)))
///     .build()?;
/// # Ok::<(), brain::Error>(())
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct LlmStep {
    pub(super) name: String,
    pub(super) every: EveryStep,
    pub(crate) prompt: Text,
    pub(crate) system: Option<Text>,
    pub(crate) offline: Option<Offline>,
}

/// What answers when no model server is configured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offline {
    pub(crate) sentences: u32,
}

/// Names the built-in summariser, which picks the `sentences` most central sentences of the prompt.
///
/// It is used only if no model server is configured, and the record of the step says so.
pub const fn extractive(sentences: u32) -> Offline {
    Offline { sentences }
}

impl LlmStep {
    /// Asks with this prompt.
    pub fn new(name: impl Into<String>, prompt: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            every: EveryStep::default(),
            prompt: Text::new(prompt),
            system: None,
            offline: None,
        }
    }

    /// Tells the model beforehand what it is to be.
    pub fn system(mut self, system: impl Into<String>) -> Self {
        self.system = Some(Text::new(system));
        self
    }

    /// Returns all its templates.
    pub(super) fn texts(&self) -> impl Iterator<Item = &Text> {
        std::iter::once(&self.prompt).chain(&self.system)
    }

    /// Names what answers when no model server is configured; without it the step fails then.
    pub fn offline(mut self, offline: Offline) -> Self {
        self.offline = Some(offline);
        self
    }
}

every_step!(LlmStep, Llm);
