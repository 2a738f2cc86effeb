//! What the system's one word for many things means.

use std::{
    env,
    fs::File,
    io::{self, ErrorKind, Read as _},
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use rustix::io::Errno;

use super::{error::ProcessError, invocation::Invocation};

/// What the kernel reads of a file to find out who interprets it.
const FIRST_LINE: u64 = 256;

/// Finds out why a program did not start.
pub(super) fn explain(invocation: &Invocation, source: io::Error) -> ProcessError {
    let program = invocation.program.name().to_owned();
    let kind = source.kind();
    if kind == ErrorKind::ArgumentListTooLong {
        let (arguments, environment) = invocation.sizes();
        return ProcessError::TooLongTogether {
            arguments,
            environment,
        };
    }
    // The folder is entered before the program is looked for, and its absence is reported in the same words.
    if let Some(problem) = invocation.folder.as_deref().and_then(explain_folder) {
        return problem;
    }
    match kind {
        ErrorKind::NotFound => match find(&program, invocation) {
            Some(file) => match interpreter(&file) {
                Some(interpreter) => ProcessError::NoInterpreter {
                    program,
                    interpreter,
                },
                None => ProcessError::Start { program, source },
            },
            None => ProcessError::NotFound { program },
        },
        ErrorKind::PermissionDenied if place(&program, invocation).is_dir() => {
            ProcessError::Folder { program }
        }
        ErrorKind::PermissionDenied => ProcessError::NotExecutable { program },
        _ if source.raw_os_error() == Some(Errno::NOEXEC.raw_os_error()) => {
            ProcessError::NotAProgram { program }
        }
        _ => ProcessError::Start { program, source },
    }
}

fn explain_folder(folder: &Path) -> Option<ProcessError> {
    let name = folder.to_path_buf();
    // Looking up `.` inside needs the right to enter, as the child's change of folder does.
    match folder.join(".").metadata().map_err(|error| error.kind()) {
        Ok(_) => None,
        Err(ErrorKind::NotADirectory) => Some(ProcessError::NotAFolder { folder: name }),
        Err(ErrorKind::PermissionDenied) => Some(ProcessError::ClosedFolder { folder: name }),
        Err(_) => Some(ProcessError::NoFolder { folder: name }),
    }
}

/// Returns the file of a program that is there and may be executed, so that what was not found is something else.
fn find(program: &str, invocation: &Invocation) -> Option<PathBuf> {
    let may_run = |path: &PathBuf| {
        path.metadata()
            .is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
    };
    if program.contains('/') {
        return Some(place(program, invocation)).filter(may_run);
    }
    let set = invocation.environment.set().iter().rev();
    let mut set = set.filter(|(name, _)| name == "PATH");
    let path = match set.next() {
        Some((_, path)) => path.into(),
        None => env::var_os("PATH")?,
    };
    env::split_paths(&path)
        .map(|folder| place(&folder.join(program).to_string_lossy(), invocation))
        .find(may_run)
}

/// Returns where a path leads from the folder that the child starts in.
fn place(program: &str, invocation: &Invocation) -> PathBuf {
    match &invocation.folder {
        Some(folder) => folder.join(program),
        None => program.into(),
    }
}

/// Returns the interpreter that the first line of a file names, as the kernel reads it.
fn interpreter(file: &Path) -> Option<String> {
    let mut line = Vec::new();
    File::open(file)
        .and_then(|file| file.take(FIRST_LINE).read_to_end(&mut line))
        .ok()?;
    let line = line
        .strip_prefix(b"#!")?
        .split(|byte| *byte == b'\n')
        .next()?;
    let line = String::from_utf8_lossy(line);
    let mut words = line.split([' ', '\t']).filter(|word| !word.is_empty());
    words.next().map(str::to_owned)
}
