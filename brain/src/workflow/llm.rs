//! The `llm` step as data.

use serde_json::Value;

use super::every_step::{EveryStep, every_step, set};
use super::output::{Answer, Named, OutputType};
use super::{Secret, Text};

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
    pub(crate) provider_url: Option<String>,
    pub(crate) api_key: Option<Secret>,
    pub(crate) model: Option<String>,
    pub(crate) max_tokens: Option<u32>,
    pub(crate) temperature: Option<f64>,
    pub(crate) output: Option<OutputType>,
    pub(crate) accept_partial: Option<bool>,
    pub(crate) extra: Option<Value>,
    pub(crate) offline: Option<Offline>,
}

/// What answers when no model server is configured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offline {
    pub(crate) sentences: u32,
}

/// Names the built-in summariser, which picks the `sentences` most central sentences (LexRank) of what the placeholders of
/// the prompt bring, leaving aside the last run; of the whole prompt if it has none.
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
            provider_url: None,
            api_key: None,
            model: None,
            max_tokens: None,
            temperature: None,
            output: None,
            accept_partial: None,
            extra: None,
            offline: None,
        }
    }

    /// Tells the model beforehand what it is to be.
    pub fn system(mut self, system: impl Into<String>) -> Self {
        set(
            &mut self.system,
            Text::new(system),
            "system",
            &mut self.every.again,
        );
        self
    }

    /// Returns all its templates.
    pub(super) fn texts(&self) -> impl Iterator<Item = &Text> {
        std::iter::once(&self.prompt).chain(&self.system)
    }

    /// Asks this server, by the address that stands before `/chat/completions`; else the one that `LLM_BASE_URL` names.
    pub fn provider_url(mut self, url: impl Into<String>) -> Self {
        set(
            &mut self.provider_url,
            url.into(),
            "provider_url",
            &mut self.every.again,
        );
        self
    }

    /// Shows this key to the server: [`from_env`](super::from_env), or [`plaintext`](super::plaintext) if it is no secret.
    ///
    /// Without it the key is that of `LLM_API_KEY`, which only the server of `LLM_BASE_URL` is shown.
    pub fn api_key(mut self, key: impl Into<Secret>) -> Self {
        set(
            &mut self.api_key,
            key.into(),
            "api_key",
            &mut self.every.again,
        );
        self
    }

    /// Asks this model; else the one that `LLM_MODEL` names.
    pub fn model(mut self, model: impl Into<String>) -> Self {
        set(
            &mut self.model,
            model.into(),
            "model",
            &mut self.every.again,
        );
        self
    }

    /// Sets how many tokens the answer may have.
    pub fn max_tokens(mut self, tokens: u32) -> Self {
        set(
            &mut self.max_tokens,
            tokens,
            "max_tokens",
            &mut self.every.again,
        );
        self
    }

    /// Sets how freely the model chooses its words: 0 to 2.
    pub fn temperature(mut self, temperature: f64) -> Self {
        set(
            &mut self.temperature,
            temperature,
            "temperature",
            &mut self.every.again,
        );
        self
    }

    /// Wants the answer as JSON of this type, of whose schema the model is told; a `String` is the answer as it is.
    ///
    /// # Examples
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// use brain::prelude::*;
    ///
    /// let workflow = Workflow::builder("count")
    ///     .step(
    ///         LlmStep::new("words", "Count the letters of each word: a house")
    ///             .output::<BTreeMap<String, u32>>(),
    ///     )
    ///     .step(FnStep::new(
    ///         "most",
    ///         ["words"],
    ///         |words: BTreeMap<String, u32>| words.into_values().max(),
    ///     ))
    ///     .build()?;
    /// # Ok::<(), brain::Error>(())
    /// ```
    pub fn output<T: Answer + 'static>(mut self) -> Self {
        set(
            &mut self.output,
            OutputType::of(T::named()),
            "output",
            &mut self.every.again,
        );
        self
    }

    /// Takes the type that the macro named.
    #[doc(hidden)]
    pub fn __output<T: 'static>(mut self, named: Named<T>) -> Self {
        set(
            &mut self.output,
            OutputType::of(named),
            "output",
            &mut self.every.again,
        );
        self
    }

    /// Says whether an answer that was cut off at `max_tokens` is an output; else it fails the step.
    pub fn accept_partial(mut self, accept: bool) -> Self {
        set(
            &mut self.accept_partial,
            accept,
            "accept_partial",
            &mut self.every.again,
        );
        self
    }

    /// Adds fields to the JSON that the server is sent: an object.
    pub fn extra(mut self, fields: Value) -> Self {
        set(&mut self.extra, fields, "extra", &mut self.every.again);
        self
    }

    /// Names what answers when no model server is configured; without it the step fails then.
    pub fn offline(mut self, offline: Offline) -> Self {
        set(&mut self.offline, offline, "offline", &mut self.every.again);
        self
    }
}

every_step!(LlmStep);
