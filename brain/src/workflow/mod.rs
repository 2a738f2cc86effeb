//! A workflow as plain data.
//!
//! In come the calls of the builder, which `workflow!` also expands to. [`WorkflowBuilder::build`] checks them all with
//! `brain-syntax` and gives a [`Workflow`], or everything that is wrong with it. The runner reads workflows and never
//! changes them. Here are also the things that steps are made from while a run lasts: the [`Scope`] of values that
//! placeholders and closures read, and [`Failure`], how a step says that it went wrong.
//!
//! Nothing here starts, stores or prints anything.

mod arguments;
mod arity;
mod body;
mod builder;
mod context;
mod depth;
mod draft;
mod environment;
mod every_step;
mod failure;
mod function;
mod header;
mod json;
mod keep;
#[cfg(test)]
mod language;
mod llm;
mod maker;
mod mcp;
mod memory;
mod on;
mod output;
#[cfg(test)]
mod random;
mod reads;
mod scope;
mod secret;
mod several;
mod shell;
mod source;
mod step;
mod text;
mod value;
mod verify;
mod writer;

#[doc(hidden)]
pub use self::arguments::Computed;
pub(crate) use self::arguments::{Argument, Arguments};
pub use self::arity::{AsyncFunction, Function};
pub(crate) use self::body::Body;
#[doc(hidden)]
pub use self::body::Condition;
pub use self::body::{Inputs, Mode, Outcome, Written};
pub use self::builder::WorkflowBuilder;
pub use self::context::{FileChange, LastRun, Run, Trigger, TriggerEvent};
#[cfg(feature = "sqlite")]
pub(crate) use self::depth::depth;
pub(crate) use self::environment::Source;
pub use self::environment::{EnvironmentValue, FromEnv, from_env};
pub use self::failure::{Failure, Result};
pub use self::function::FnStep;
#[cfg(any(feature = "cli", feature = "mcp"))]
pub(crate) use self::header::HeaderSource;
pub use self::header::HeaderValue;
pub use self::json::write;
pub(crate) use self::json::write_value;
pub use self::keep::{Keep, OnCrash};
pub use self::llm::{LlmStep, Offline, extractive};
pub use self::mcp::McpToolStep;
#[cfg(any(feature = "cli", feature = "mcp"))]
pub(crate) use self::mcp::Server as McpServer;
pub(crate) use self::memory::{Asks, Operation};
pub use self::memory::{Format, MemoryStep, MemoryVaultStep};
pub use self::on::{CatchUp, Cron, FileTrigger, On, Overlap, Per, Scheme, Webhook};
#[cfg(any(feature = "http", feature = "mcp"))]
pub(crate) use self::output::OutputType;
#[cfg(feature = "http")]
pub(crate) use self::output::Shape;
pub use self::output::{Answer, Named, Parsed};
#[cfg(feature = "cli")]
pub(crate) use self::reads::Read;
pub use self::scope::{Left, RenderError, Scope};
#[cfg(feature = "http")]
pub(crate) use self::secret::SecretSource;
pub use self::secret::{Plaintext, Secret, plaintext};
pub use self::several::Workflows;
pub(crate) use self::shell::Program;
pub use self::shell::ShellStep;
pub(crate) use self::step::Action;
pub use self::step::Step;
pub(crate) use self::text::Text;
pub use self::value::{GivenAs, Input, Output, Reason};
pub use self::verify::VerifyStep;
pub use self::writer::{Strict, Writer};

/// A workflow that was checked and can run.
#[derive(Debug, Clone)]
pub struct Workflow {
    name: String,
    triggers: Vec<On>,
    steps: Vec<Step>,
    on_failure: Vec<Step>,
    always: Vec<Step>,
    on_crash: OnCrash,
    keep: Option<Keep>,
}

impl Workflow {
    /// Starts a workflow that is written in plain Rust.
    ///
    /// # Examples
    /// ```
    /// use brain::prelude::*;
    ///
    /// let workflow = Workflow::builder("hello")
    ///     .step(ShellStep::new("greeting", "echo hello"))
    ///     .step(FnStep::new("length", ["greeting"], |greeting: String| {
    ///         greeting.len()
    ///     }))
    ///     .build()?;
    /// assert_eq!(workflow.name(), "hello");
    /// # Ok::<(), brain::Error>(())
    /// ```
    pub fn builder(name: impl Into<String>) -> WorkflowBuilder {
        WorkflowBuilder::new(name.into())
    }

    /// Returns its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns its triggers; a run by hand needs none.
    pub fn triggers(&self) -> &[On] {
        &self.triggers
    }

    /// Returns its steps in the order they run.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the steps that run when one of its steps has failed.
    pub fn on_failure(&self) -> &[Step] {
        &self.on_failure
    }

    /// Returns the steps that run at the end of every run.
    pub fn always(&self) -> &[Step] {
        &self.always
    }

    /// Returns what becomes of a run whose process died.
    pub fn on_crash(&self) -> OnCrash {
        self.on_crash
    }

    /// Returns which of its runs stay in the store; absent if all do.
    pub fn keep(&self) -> Option<&Keep> {
        self.keep.as_ref()
    }

    /// Returns the steps of all lists.
    pub(crate) fn all_steps(&self) -> impl Iterator<Item = &Step> {
        let after = self.on_failure.iter().chain(&self.always);
        self.steps.iter().chain(after)
    }

    /// Returns the names of the variables that its triggers and steps read by `from_env`.
    pub(crate) fn variables(&self) -> impl Iterator<Item = &str> {
        let of_triggers = self.triggers.iter().filter_map(On::variable);
        of_triggers.chain(self.all_steps().flat_map(Step::variables))
    }

    /// Returns the texts that stand in the source in place of secrets, by `plaintext`.
    pub(crate) fn plaintexts(&self) -> impl Iterator<Item = &str> {
        let of_triggers = self.triggers.iter().filter_map(On::plaintext);
        of_triggers.chain(self.all_steps().flat_map(Step::plaintexts))
    }

    /// Returns its steps that call tools, with their names.
    #[cfg(all(feature = "cli", feature = "mcp"))]
    pub(crate) fn tools(&self) -> impl Iterator<Item = (&str, &McpToolStep)> {
        self.all_steps().filter_map(|step| match &step.action {
            Action::Mcp(tool) => Some((step.name.as_str(), tool)),
            _ => None,
        })
    }

    /// Returns the kind of the first step that no executor is there for.
    pub(crate) fn kind_not_built(&self) -> Option<&'static str> {
        let mut kinds = self.all_steps().filter(|step| !step.is_built());
        kinds.next().map(Step::kind)
    }

    /// Returns the names of steps whose output is a value of a type.
    pub(crate) fn typed_steps(&self) -> impl Iterator<Item = String> {
        let steps = self.all_steps();
        let typed = steps.filter(|step| matches!(step.action, Action::Call(_)));
        typed.map(|step| step.name.clone())
    }

    /// Tells whether any step reads the last successful run.
    pub(crate) fn reads_last_run(&self) -> bool {
        self.all_steps().any(Step::reads_last_run)
    }
}
