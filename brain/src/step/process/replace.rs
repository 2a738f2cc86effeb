//! This process, begun again in another environment.

use std::io;
use std::os::unix::process::CommandExt as _;

/// Begins this process again, with these variables besides those that it has. It keeps its id, its arguments and what is
/// open, and returns only if it could not.
///
/// The environment of a process that may have threads cannot be changed safely; that of a new one can.
pub(crate) fn begin_again(variables: Vec<(String, String)>) -> io::Error {
    let program = match std::env::current_exe() {
        Ok(program) => program,
        Err(error) => return error,
    };
    let mut arguments = std::env::args_os();
    let name = arguments.next().unwrap_or_else(|| program.clone().into());
    #[expect(
        clippy::disallowed_methods,
        reason = "it starts no child, and what it replaces has no registry yet"
    )]
    let mut command = std::process::Command::new(program);
    command.arg0(name).args(arguments).envs(variables).exec()
}
