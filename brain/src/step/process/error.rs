//! Why a process could not be started.

use std::{
    fmt,
    io::{self, ErrorKind},
    path::PathBuf,
};

use rustix::io::Errno;
use thiserror::Error;

/// Why a process could not be started. Nothing is left running when one is returned.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ProcessError {
    /// There is no program, or its name is empty.
    #[error("no program is named")]
    NoProgram,
    /// The program does not exist.
    #[error("no program `{program}`{}", if program.contains('/') { "" } else { " on `PATH`" })]
    NotFound {
        /// The program, as given.
        program: String,
    },
    /// The program exists but may not be executed.
    #[error("program `{program}` may not be executed")]
    NotExecutable {
        /// The program, as given.
        program: String,
    },
    /// The program is a script whose first line names an interpreter that does not exist.
    #[error("program `{program}` did not start: the interpreter `{}` of its first line is not there{}", interpreter.escape_debug(), line_ends(interpreter))]
    NoInterpreter {
        /// The program, as given.
        program: String,
        /// What follows `#!` in its first line, up to a space.
        interpreter: String,
    },
    /// The program is a file that the system cannot execute, such as a script without a first line that says how.
    #[error(
        "file `{program}` is no program: a script begins with a line such as `#!/bin/sh`, or is run by `command`"
    )]
    NotAProgram {
        /// The program, as given.
        program: String,
    },
    /// The program is a folder.
    #[error("`{program}` is a folder, no program")]
    Folder {
        /// The program, as given.
        program: String,
    },
    /// The folder to start in does not exist.
    #[error("no folder `{}` to start in", folder.display())]
    NoFolder {
        /// The folder, as given.
        folder: PathBuf,
    },
    /// The folder to start in is something else.
    #[error("`{}`, to start in, is not a folder", folder.display())]
    NotAFolder {
        /// The folder, as given.
        folder: PathBuf,
    },
    /// The folder to start in may not be entered.
    #[error("folder `{}`, to start in, may not be entered", folder.display())]
    ClosedFolder {
        /// The folder, as given.
        folder: PathBuf,
    },
    /// One argument or variable is longer than the system takes.
    #[error(
        "{part} has {size} bytes, over the limit of {limit} bytes for one argument or variable"
    )]
    TooLong {
        /// Which one.
        part: Part,
        /// Its bytes; a variable's name and `=` included.
        size: usize,
        /// The most that the system takes.
        limit: usize,
    },
    /// Arguments and environment are together longer than the system takes.
    #[error(
        "arguments ({arguments} bytes) and environment ({environment} bytes) are together over the system's limit: pass large values by `stdin:` or `{{file:x}}`"
    )]
    TooLongTogether {
        /// Bytes of the arguments.
        arguments: usize,
        /// Bytes of what is set in the environment; the inherited part comes on top.
        environment: usize,
    },
    /// A text holds a NUL byte, which no argument or variable can.
    #[error("{part} holds a NUL byte")]
    NulByte {
        /// Which one.
        part: Part,
    },
    /// A variable's name is empty or holds `=`.
    #[error("`{name}` cannot be the name of a variable")]
    VariableName {
        /// The name, as given.
        name: String,
    },
    /// What is too long for a command line could not be written to a private file.
    #[error(
        "could not write {size} bytes to a private file in `{}`, the folder for temporary files (free some space there, or name another one in `TMPDIR`)", folder.display()
    )]
    PrivateFile {
        /// The bytes to write.
        size: usize,
        /// The folder for temporary files.
        folder: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// The system refused for another reason: no memory, no process, no descriptor left.
    #[error("program `{program}` did not start{}", way_out(source))]
    Start {
        /// The program, as given.
        program: String,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// The end of the child could not be waited for.
    #[error("the end of program `{program}` is unknown")]
    Wait {
        /// The program, as given.
        program: String,
        /// What the system said.
        #[source]
        source: io::Error,
    },
}

impl ProcessError {
    /// Says whether it may be otherwise a moment later: the system had not enough of something.
    pub fn may_pass(&self) -> bool {
        let (Self::PrivateFile { source, .. } | Self::Start { source, .. }) = self else {
            return false;
        };
        let is_out = |code| [Errno::MFILE, Errno::NFILE].contains(&Errno::from_raw_os_error(code));
        matches!(
            source.kind(),
            ErrorKind::StorageFull
                | ErrorKind::QuotaExceeded
                | ErrorKind::OutOfMemory
                | ErrorKind::WouldBlock
                | ErrorKind::ExecutableFileBusy
        ) || source.raw_os_error().is_some_and(is_out)
    }
}

/// Says what to raise when the system has no more of something.
fn way_out(source: &io::Error) -> &'static str {
    match source.raw_os_error().map(Errno::from_raw_os_error) {
        Some(Errno::AGAIN) => " (raise `ulimit -u`, or the container's limit of processes)",
        Some(Errno::MFILE) => " (raise `ulimit -n`)",
        _ => "",
    }
}

/// Says what is wrong with an interpreter whose name ends in what is no part of it.
fn line_ends(interpreter: &str) -> &'static str {
    if interpreter.ends_with('\r') {
        " (save the file with Unix line ends: `\\n`, not `\\r\\n`)"
    } else {
        ""
    }
}

/// A part of an invocation, for an error about it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// The program's name.
    Program,
    /// The shell text.
    Script,
    /// A value for the shell text, by its place (from 0) in `values`.
    Value(usize),
    /// An argument, by its place in the list; 0 is the program.
    Argument(usize),
    /// A variable, by its name.
    Variable(String),
    /// The folder to start in.
    Folder,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Program => f.write_str("the program's name"),
            Self::Script => f.write_str("the script"),
            // People count from 1, as the shell does: `$1`.
            Self::Value(index) => write!(f, "value {}", index + 1),
            Self::Argument(index) => write!(f, "argument {index}"),
            Self::Variable(name) => write!(f, "variable `{}`", name.escape_debug()),
            Self::Folder => f.write_str("the folder to start in"),
        }
    }
}
