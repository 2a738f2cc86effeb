//! What to start, and the checks that need no process.

use std::{
    ffi::OsStr,
    fmt,
    os::unix::ffi::OsStrExt as _,
    path::{Path, PathBuf},
};

use super::{
    environment::{self, Environment},
    error::{Part, ProcessError},
    left_over::RUN,
};

/// The longest argument or `NAME=value`, in bytes: Linux takes 128 KiB, one of them for the closing NUL.
///
/// It holds everywhere, so that a workflow does not change when it moves to another system.
pub const LONGEST_ARGUMENT: usize = 128 * 1024 - 1;

/// What to start, and with what.
#[derive(Clone)]
pub struct Invocation {
    /// The program, or the shell text.
    pub program: Program,
    /// What it reads on stdin, through a pipe; `None` is `/dev/null`.
    pub stdin: Option<Vec<u8>>,
    /// Its environment.
    pub environment: Environment,
    /// The id of the run it belongs to, which it finds in [`RUN`](super::RUN); by it is found what a killed process left.
    pub run: Option<String>,
    /// The folder it starts in; `None` is this process's.
    pub folder: Option<PathBuf>,
    /// The most bytes of stdout that are kept whole.
    pub max_output: u64,
    /// What happens to a child that writes more.
    pub overflow: Overflow,
}

/// What to execute.
#[derive(Clone)]
#[non_exhaustive]
pub enum Program {
    /// `/bin/sh` with a script. The values are its `$1`, `$2` and so on.
    ///
    /// A script over [`LONGEST_ARGUMENT`] runs from a private file; its `$0` is the file's path instead of `sh`.
    Shell {
        /// The shell text.
        script: String,
        /// Its positional parameters.
        values: Vec<String>,
    },
    /// A program and its arguments, without a shell.
    Argv(Vec<String>),
}

/// What happens to a child that writes more than `max_output` bytes to stdout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overflow {
    /// It is stopped as soon as that is seen; the end is [`End::OutputLimit`](super::End::OutputLimit).
    #[default]
    Stop,
    /// It is read to its own end, which is reported; only the start and the end of its output are kept.
    Drain,
}

impl Program {
    /// Returns the name that errors use.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Shell { .. } => SHELL,
            Self::Argv(words) => words.first().map_or("", String::as_str),
        }
    }

    /// Says whether the script is too long for an argument.
    pub(super) fn long_script(&self) -> Option<&str> {
        match self {
            Self::Shell { script, .. } if script.len() > LONGEST_ARGUMENT => Some(script),
            _ => None,
        }
    }
}

/// The shell that scripts are written for.
pub(super) const SHELL: &str = "/bin/sh";

impl Invocation {
    /// Returns an invocation with empty stdin, the inherited environment and folder, and at most 16 MiB of output.
    pub fn new(program: Program) -> Self {
        Self {
            program,
            stdin: None,
            environment: Environment::inherited(),
            run: None,
            folder: None,
            // The default of the language's `max_output`.
            max_output: 16 * 1024 * 1024,
            overflow: Overflow::Stop,
        }
    }

    /// Checks what the system would refuse with less helpful words.
    pub(super) fn check(&self) -> Result<(), ProcessError> {
        match &self.program {
            Program::Shell { script, values } => {
                check_nul(script, || Part::Script)?;
                for (index, value) in values.iter().enumerate() {
                    check_text(value, || Part::Value(index))?;
                }
            }
            Program::Argv(words) => {
                if words.first().is_none_or(String::is_empty) {
                    return Err(ProcessError::NoProgram);
                }
                for (index, word) in words.iter().enumerate() {
                    check_text(word, || {
                        if index == 0 {
                            Part::Program
                        } else {
                            Part::Argument(index)
                        }
                    })?;
                }
            }
        }
        for (name, value) in self.environment.set() {
            check_variable(name, value)?;
        }
        if let Some(run) = &self.run {
            check_variable(RUN, run)?;
        }
        match self
            .folder
            .as_deref()
            .map(Path::as_os_str)
            .map(OsStr::as_bytes)
        {
            Some(folder) if folder.contains(&0) => {
                Err(ProcessError::NulByte { part: Part::Folder })
            }
            _ => Ok(()),
        }
    }

    /// Returns the bytes of all arguments and of the set variables.
    pub(super) fn sizes(&self) -> (usize, usize) {
        let arguments = match &self.program {
            Program::Shell { script, values } => script.len() + total(values),
            Program::Argv(words) => total(words),
        };
        let environment = self.environment.set();
        (
            arguments,
            environment
                .iter()
                .map(|(name, value)| name.len() + value.len() + 2)
                .sum(),
        )
    }
}

fn check_variable(name: &str, value: &str) -> Result<(), ProcessError> {
    let part = || Part::Variable(name.to_owned());
    check_nul(name, part)?;
    if !environment::is_possible(name) {
        return Err(ProcessError::VariableName {
            name: name.to_owned(),
        });
    }
    check_nul(value, part)?;
    check_size(name.len() + 1 + value.len(), part)
}

fn total(words: &[String]) -> usize {
    words.iter().map(|word| word.len() + 1).sum()
}

fn check_text(text: &str, part: impl Fn() -> Part) -> Result<(), ProcessError> {
    check_nul(text, &part)?;
    check_size(text.len(), part)
}

fn check_size(size: usize, part: impl FnOnce() -> Part) -> Result<(), ProcessError> {
    if size > LONGEST_ARGUMENT {
        return Err(ProcessError::TooLong {
            part: part(),
            size,
            limit: LONGEST_ARGUMENT,
        });
    }
    Ok(())
}

fn check_nul(text: &str, part: impl FnOnce() -> Part) -> Result<(), ProcessError> {
    if text.contains('\0') {
        Err(ProcessError::NulByte { part: part() })
    } else {
        Ok(())
    }
}

/// Shows no text of the author's or of an output: either may hold a secret.
impl fmt::Debug for Invocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Invocation")
            .field("program", &self.program)
            .field("stdin", &self.stdin.as_ref().map(Vec::len))
            .field("environment", &self.environment)
            .field("run", &self.run)
            .field("folder", &self.folder)
            .field("max_output", &self.max_output)
            .field("overflow", &self.overflow)
            .finish()
    }
}

/// Shows the program and sizes, for the same reason.
impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shell { script, values } => f
                .debug_struct("Shell")
                .field("script", &script.len())
                .field("values", &values.len())
                .finish(),
            Self::Argv(words) => f
                .debug_struct("Argv")
                .field("program", &self.name())
                .field("words", &words.len())
                .finish(),
        }
    }
}
