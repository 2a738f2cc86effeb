//! Turns an invocation into a running child.

use std::{
    io,
    os::unix::process::CommandExt as _,
    path::Path,
    process::{Command, Stdio},
};

use tokio::process::{ChildStderr, ChildStdin, ChildStdout};

use super::{
    child::Child,
    error::ProcessError,
    explain::explain,
    invocation::{Invocation, Program, SHELL},
    left_over::RUN,
    marker::{MARKER, Marker},
    private::PrivateFiles,
    registry,
    running::{Pipes, Running},
    starter::{STARTER, Starter},
    tree::Tree,
};

/// Starts the child: in a group of its own, with pipes on stdout and stderr, and nothing of ours on stdin.
pub(super) async fn start(invocation: &Invocation) -> Result<Running, ProcessError> {
    invocation.check()?;
    let mut files = PrivateFiles::new(invocation.run.as_deref().unwrap_or_default());
    let script = match invocation.program.long_script() {
        Some(script) => Some(files.add(script.to_owned())?),
        None => None,
    };
    files.write().await?;
    let marker = Marker::new();
    let mut command = build(invocation, script.as_deref(), &marker);
    // No await between the start and the guard: a future dropped there would leave the child behind.
    match command.spawn() {
        Ok(child) => guard(child, marker, files).map_err(|source| explain(invocation, source)),
        Err(source) => {
            registry::reap_dropped();
            Err(explain(invocation, source))
        }
    }
}

fn guard(
    mut child: std::process::Child,
    marker: Marker,
    files: PrivateFiles,
) -> io::Result<Running> {
    let leader = i32::try_from(child.id()).expect("the kernel's ids are positive `i32`s");
    registry::reap_dropped();
    registry::enter(leader);
    // A child whose pipes or end cannot be watched has been started all the same.
    let give_up = |marker: Marker, error: io::Error| {
        Tree::new(leader, marker).kill_now();
        registry::hand_over(leader);
        Err(error)
    };
    let pipes = match pipes(&mut child) {
        Ok(pipes) => pipes,
        Err(error) => return give_up(marker, error),
    };
    match Child::new(child) {
        Ok(child) => Ok(Running::new(child, (leader, marker), pipes, files)),
        Err((_, error)) => give_up(marker, error),
    }
}

fn pipes(child: &mut std::process::Child) -> io::Result<Pipes> {
    let stdin = child.stdin.take().map(ChildStdin::from_std).transpose()?;
    let stdout = child.stdout.take().expect("stdout was piped");
    let stderr = child.stderr.take().expect("stderr was piped");
    Ok((
        stdin,
        ChildStdout::from_std(stdout)?,
        ChildStderr::from_std(stderr)?,
    ))
}

fn build(invocation: &Invocation, script: Option<&Path>, marker: &Marker) -> Command {
    let mut command = match (&invocation.program, script) {
        (Program::Shell { values, .. }, Some(file)) => {
            let mut command = new_command(SHELL);
            command.arg(file).args(values);
            command
        }
        (Program::Shell { script, values }, None) => {
            let mut command = new_command(SHELL);
            command.arg("-c").arg(script).arg("sh").args(values);
            command
        }
        (Program::Argv(words), _) => {
            let mut command = new_command(invocation.program.name());
            command.args(words.iter().skip(1));
            command
        }
    };
    // A pipe, never a socket: bash reads `~/.bashrc` when its stdin is one.
    command.stdin(if invocation.stdin.is_some() {
        Stdio::piped()
    } else {
        Stdio::null()
    });
    command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0);
    invocation.environment.apply(&mut command);
    // Order: last, so that nothing above can replace it.
    command.env(MARKER, marker.value());
    if let Some(run) = &invocation.run {
        command.env(RUN, run);
        command.env(STARTER, Starter::own().to_string());
    }
    if let Some(folder) = &invocation.folder {
        command.current_dir(folder);
    }
    command
}

#[expect(
    clippy::disallowed_methods,
    reason = "this is the one place that the others are sent to"
)]
fn new_command(program: &str) -> Command {
    Command::new(program)
}
