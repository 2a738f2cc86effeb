//! The `shell` step as data.

use super::Text;
use super::environment::EnvironmentValue;
use super::every_step::{EveryStep, every_step, set};

/// Runs a command and takes what it prints as its output.
///
/// # Examples
/// ```
/// use brain::prelude::*;
///
/// let workflow = Workflow::builder("count")
///     .step(ShellStep::new("log", "git log --format='%h %s'"))
///     .step(
///         ShellStep::new("lines", "wc -l")
///             .stdin("{log}")
///             .timeout(secs(5)),
///     )
///     .build()?;
/// # Ok::<(), brain::Error>(())
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct ShellStep {
    pub(super) name: String,
    pub(super) every: EveryStep,
    pub(crate) program: Program,
    pub(crate) stdin: Option<Text>,
    pub(crate) environment: Vec<(String, EnvironmentValue)>,
    pub(crate) folder: Option<Text>,
    pub(crate) max_output: u32,
}

/// What a shell step starts.
#[derive(Debug, Clone)]
pub(crate) enum Program {
    /// A text for `/bin/sh`.
    Command(Text),
    /// A program and its arguments.
    Argv(Vec<Text>),
}

/// How much a step may print if its author does not say: 16 MiB, far over any report and far under any memory.
const MAX_OUTPUT: u32 = 16 << 20;

impl ShellStep {
    /// Runs `command` with `/bin/sh`. Values of placeholders are bound to variables, never read as shell text.
    pub fn new(name: impl Into<String>, command: impl Into<String>) -> Self {
        Self::starting(name.into(), Program::Command(Text::new(command)))
    }

    /// Runs a program with its arguments, without a shell.
    pub fn argv<T: Into<String>>(
        name: impl Into<String>,
        argv: impl IntoIterator<Item = T>,
    ) -> Self {
        let argv = argv.into_iter().map(Text::new).collect();
        Self::starting(name.into(), Program::Argv(argv))
    }

    fn starting(name: String, program: Program) -> Self {
        Self {
            name,
            every: EveryStep::default(),
            program,
            stdin: None,
            environment: Vec::new(),
            folder: None,
            max_output: MAX_OUTPUT,
        }
    }

    /// Gives it this text to read; without it, its standard input is empty.
    pub fn stdin(mut self, stdin: impl Into<String>) -> Self {
        set(
            &mut self.stdin,
            Text::new(stdin),
            "stdin",
            &mut self.every.again,
        );
        self
    }

    /// Adds variables to its environment: texts, or [`from_env`](super::from_env) to pass one on.
    pub fn env<N: Into<String>, V: Into<EnvironmentValue>>(
        mut self,
        variables: impl IntoIterator<Item = (N, V)>,
    ) -> Self {
        let variables = variables.into_iter();
        self.environment
            .extend(variables.map(|(name, value)| (name.into(), value.into())));
        self
    }

    /// Runs it in this folder.
    pub fn cwd(mut self, folder: impl Into<String>) -> Self {
        set(
            &mut self.folder,
            Text::new(folder),
            "cwd",
            &mut self.every.again,
        );
        self
    }

    /// Returns all its templates.
    pub(super) fn texts(&self) -> impl Iterator<Item = &Text> {
        let program = match &self.program {
            Program::Command(command) => std::slice::from_ref(command),
            Program::Argv(argv) => argv.as_slice(),
        };
        let environment = self
            .environment
            .iter()
            .filter_map(|(_, value)| value.text());
        program
            .iter()
            .chain(&self.stdin)
            .chain(&self.folder)
            .chain(environment)
    }

    /// Sets how many bytes it may print; one more and it fails.
    pub fn max_output(mut self, bytes: u32) -> Self {
        self.max_output = bytes;
        self
    }
}

every_step!(ShellStep);
