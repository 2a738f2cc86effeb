//! Everything that is printed goes through here.

use std::error::Error as _;
use std::io::{self, IsTerminal as _, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use super::exit::Exit;
use crate::error::{Error, ErrorKind};

/// Prints data. A reader that has gone away is no error.
pub(super) fn data(text: &str) -> Result<(), Error> {
    let mut stdout = io::stdout().lock();
    let written = stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush());
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Error::new(
            ErrorKind::System,
            "could not write to standard output",
        )
        .with_source(error)),
        _ => Ok(()),
    }
}

/// Prints JSON.
pub(super) fn json(value: &serde_json::Value) -> Result<(), Error> {
    data(&format!("{value:#}\n"))
}

/// Prints a line of talk. There is nowhere to say that it failed.
pub(super) fn talk(line: &str) {
    drop(writeln!(io::stderr(), "{line}"));
}

/// Tells whether stderr is a terminal that lines can be rewritten on.
pub(super) fn is_terminal() -> bool {
    io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Tells whether stderr shows colours.
pub(super) fn has_colours() -> bool {
    is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Prints an error with its causes and its hint.
pub(super) fn error(error: &Error) {
    talk(&format!("error: {error}"));
    let mut source = error.source();
    while let Some(cause) = source {
        talk(&format!("  because: {cause}"));
        source = cause.source();
    }
    if let Some(hint) = error.hint() {
        talk(&format!("hint: {hint}"));
    }
}

/// Runs a command, tells of an error, and gives the exit code.
pub(super) fn finish(command: impl FnOnce() -> Result<Exit, Error>) -> ExitCode {
    match catch_unwind(AssertUnwindSafe(command)) {
        Ok(Ok(exit)) => exit.into(),
        Ok(Err(failure)) => {
            error(&failure);
            Exit::from(&failure).into()
        }
        Err(_) => {
            talk("error: this is a bug in brain");
            talk("hint: please report it with the lines above");
            Exit::Bug.into()
        }
    }
}

/// Prints what `clap` has to say: help on stdout, mistakes on stderr.
pub(super) fn usage(error: &clap::Error) -> ExitCode {
    // There is nowhere to say that printing failed.
    drop(error.print());
    if error.use_stderr() {
        Exit::Usage.into()
    } else {
        Exit::Success.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_bug() {
        let code = finish(|| panic!("on purpose"));
        assert_eq!(format!("{code:?}"), format!("{:?}", ExitCode::from(70)));
    }
}
