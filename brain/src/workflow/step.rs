//! A step, whatever its kind.

use std::time::Duration;

use brain_syntax::field::Kind;

use super::Secret;
use super::body::Body;
use super::every_step::EveryStep;
use super::function::FnStep;
use super::llm::LlmStep;
use super::mcp::McpToolStep;
use super::memory::{MemoryStep, MemoryVaultStep};
use super::reads::Read;
use super::shell::ShellStep;
use super::source;
use super::verify::VerifyStep;

/// A step of a workflow: made from [`ShellStep`], [`LlmStep`], [`MemoryStep`], [`MemoryVaultStep`], [`McpToolStep`],
/// [`VerifyStep`] or [`FnStep`].
#[derive(Debug, Clone)]
pub struct Step {
    pub(crate) name: String,
    pub(crate) action: Action,
    pub(crate) every: EveryStep,
    source: String,
}

/// The first wait between two attempts unless another one is given: a person who looks on has not yet turned away, and
/// most servers that were overloaded for a moment are back.
const BACKOFF: Duration = Duration::from_secs(1);

/// What a step does.
#[derive(Debug, Clone)]
pub(crate) enum Action {
    /// Runs a command.
    Shell(ShellStep),
    /// Asks a model.
    Llm(LlmStep),
    /// Searches or fills the memory.
    Memory(MemoryStep),
    /// Searches or fills a Memory Vault.
    MemoryVault(MemoryVaultStep),
    /// Calls a tool.
    Mcp(McpToolStep),
    /// Runs a check.
    Verify(VerifyStep),
    /// Calls a closure.
    Call(Body),
}

/// Makes steps of the types that stand for one kind each.
macro_rules! made_from {
    ($($step:ident => $action:ident,)+) => {
        $(impl From<$step> for Step {
            fn from(mut step: $step) -> Self {
                let mut made = Self {
                    name: std::mem::take(&mut step.name),
                    every: std::mem::take(&mut step.every),
                    action: Action::$action(step.into()),
                    source: String::new(),
                };
                made.source = made.every.source.take().unwrap_or_else(|| source::of(&made));
                made
            }
        })+
    };
}

made_from! {
    ShellStep => Shell,
    LlmStep => Llm,
    MemoryStep => Memory,
    MemoryVaultStep => MemoryVault,
    McpToolStep => Mcp,
    VerifyStep => Verify,
    FnStep => Call,
}

impl Step {
    /// Returns its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the word of its kind: `shell`, `llm`, `memory` and so on.
    pub fn kind(&self) -> &'static str {
        match self.action {
            Action::Shell(_) => "shell",
            Action::Llm(_) => "llm",
            Action::Memory(_) => "memory",
            Action::MemoryVault(_) => "memory_vault",
            Action::Mcp(_) => "mcp",
            Action::Verify(_) => "verify",
            Action::Call(_) => "call",
        }
    }

    /// Returns 16 hexadecimal digits that stand for its source: they are the same in every build on every machine until the
    /// step is changed.
    ///
    /// `workflow!` takes them of the tokens and of the files that are included as templates; blanks, comments and the order
    /// of fields do not count. The builder takes them of the values it is given, and of `version` for closures. Neither
    /// sees functions, types and constants that the step names, nor the step's own name.
    ///
    /// # Examples
    /// ```
    /// use brain::prelude::*;
    ///
    /// let one = workflow!(Workflow {
    ///     name: "count",
    ///     steps: [
    ///         log = shell {
    ///             command: "git log",
    ///             timeout: secs(5)
    ///         },
    ///         lines = |log: String| log.lines().count(),
    ///     ],
    /// });
    /// let other = workflow!(Workflow {
    ///     name: "count",
    ///     steps: [
    ///         log = shell {
    ///             timeout: secs(5),
    ///             command: "git log"
    ///         },
    ///         lines = |log: String| log.len(),
    ///     ],
    /// });
    /// assert_eq!(one.steps()[0].source_hash(), other.steps()[0].source_hash());
    /// assert_ne!(one.steps()[1].source_hash(), other.steps()[1].source_hash());
    /// ```
    pub fn source_hash(&self) -> &str {
        &self.source
    }

    /// Returns the names of the variables that it reads by `from_env`.
    pub(crate) fn variables(&self) -> impl Iterator<Item = &str> {
        let (environment, key, mcp): (&[_], _, _) = match &self.action {
            Action::Shell(step) => (&step.environment, None, None),
            Action::Llm(step) => (&[], step.api_key.as_ref(), None),
            Action::Mcp(step) => (&[], None, Some(step)),
            Action::Memory(_) | Action::MemoryVault(_) | Action::Verify(_) | Action::Call(_) => {
                (&[], None, None)
            }
        };
        let environment = environment.iter().filter_map(|(_, value)| value.variable());
        environment
            .chain(key.and_then(Secret::variable))
            .chain(mcp.into_iter().flat_map(McpToolStep::variables))
    }

    /// Returns the texts that stand in its source in place of secrets.
    pub(super) fn plaintexts(&self) -> impl Iterator<Item = &str> {
        let (key, headers): (_, &[_]) = match &self.action {
            Action::Llm(step) => (step.api_key.as_ref(), &[]),
            Action::Mcp(step) => (None, &step.headers),
            _ => (None, &[]),
        };
        let headers = headers.iter().filter_map(|(_, value)| value.plaintext());
        headers.chain(key.and_then(Secret::plaintext))
    }

    /// Tells whether an executor is there for it.
    pub(super) fn is_built(&self) -> bool {
        cfg!(feature = "verify") || !matches!(self.action, Action::Verify(_))
    }

    /// Tells whether it reads the last successful run.
    pub(super) fn reads_last_run(&self) -> bool {
        let reads = self.reads();
        reads
            .iter()
            .any(|read| matches!(read, Read::LastRun(_) | Read::WholeLastRun))
    }

    /// Returns how often it is tried at most.
    pub fn attempts(&self) -> u32 {
        self.every.attempts.unwrap_or(1)
    }

    /// Returns how long the wait before its second attempt is; each further one is twice as long as the one before it, up
    /// to five minutes.
    pub fn backoff(&self) -> Duration {
        self.every.backoff.unwrap_or(BACKOFF)
    }

    /// Tells whether it may be run again if its process died in it: a question to a model or to a memory unless said
    /// otherwise, and nothing else.
    pub fn is_repeatable(&self) -> bool {
        let by_kind = match &self.action {
            Action::Llm(_) => true,
            Action::Memory(memory) => memory.asks.is_search(),
            Action::MemoryVault(vault) => vault.asks.is_search(),
            Action::Shell(_) | Action::Mcp(_) | Action::Verify(_) | Action::Call(_) => false,
        };
        self.every.repeatable.unwrap_or(by_kind)
    }

    /// Returns how long an attempt may take; absent if for ever.
    pub fn timeout(&self) -> Option<Duration> {
        self.every
            .timeout
            .or_else(|| Kind::named(self.kind()).and_then(|kind| kind.timeout))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workflow::{from_env, plaintext};

    #[test]
    fn each_kind_has_its_timeout_unless_one_is_given() {
        let seconds = |step: Step| step.timeout().map(|timeout| timeout.as_secs());
        assert_eq!(seconds(ShellStep::new("x", "true").into()), Some(60));
        assert_eq!(seconds(LlmStep::new("x", "hello").into()), Some(120));
        assert_eq!(seconds(MemoryStep::query("x", "hello").into()), Some(30));
        assert_eq!(seconds(MemoryVaultStep::query("x", "a").into()), Some(45));
        assert_eq!(seconds(VerifyStep::new("x", "tests").into()), None);
        assert_eq!(seconds(FnStep::new("x", [], || 1).into()), None);
        let given = ShellStep::new("x", "true").timeout(Duration::from_secs(5));
        assert_eq!(seconds(given.into()), Some(5));
    }

    #[test]
    fn questions_may_be_asked_again_and_all_else_only_if_it_says_so() {
        let repeatable = |step: Step| step.is_repeatable();
        assert!(repeatable(LlmStep::new("x", "hello").into()));
        assert!(repeatable(MemoryStep::query("x", "hello").into()));
        assert!(!repeatable(MemoryStep::remember("x", "hello").into()));
        assert!(repeatable(MemoryVaultStep::query("x", "hello").into()));
        assert!(!repeatable(MemoryVaultStep::remember("x", "hello").into()));
        assert!(!repeatable(VerifyStep::new("x", "tests").into()));
        assert!(!repeatable(McpToolStep::new("x", "server", "tool").into()));
        assert!(!repeatable(ShellStep::new("x", "true").into()));
        assert!(!repeatable(FnStep::new("x", [], || 1).into()));
        let said = ShellStep::new("x", "true").repeatable(true);
        assert!(repeatable(said.into()));
        let said = LlmStep::new("x", "hello").repeatable(false);
        assert!(!repeatable(said.into()));
    }

    #[test]
    fn variables_are_those_of_from_env() {
        let step: Step = ShellStep::new("x", "true")
            .env([("A", from_env("SECRET"))])
            .env([("B", "plain")])
            .into();
        assert_eq!(step.variables().collect::<Vec<_>>(), ["SECRET"]);
        let step: Step = LlmStep::new("x", "hello").api_key(from_env("KEY")).into();
        assert_eq!(step.variables().collect::<Vec<_>>(), ["KEY"]);
        let step: Step = LlmStep::new("x", "hello").api_key(plaintext("KEY")).into();
        assert_eq!(step.variables().count(), 0);
        let step: Step = McpToolStep::new("x", "server", "tool")
            .env([("A", from_env("SECRET"))])
            .headers([("X-Key", from_env("KEY"))])
            .into();
        assert_eq!(step.variables().collect::<Vec<_>>(), ["SECRET", "KEY"]);
        let step: Step = FnStep::new("x", [], || 1).into();
        assert_eq!(step.variables().count(), 0);
    }
}
