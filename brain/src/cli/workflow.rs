//! The command line of a workflow executable.

use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

#[cfg(feature = "mcp")]
use super::mcp;
#[cfg(feature = "verify")]
use super::verify;
use super::{
    cancel, check, completions, env_file, exit, graph, history, log, next, pause, print, prune,
    resume, run, secret, serve, show, which,
};
use crate::error::Error;
use crate::mask::Masker;
use crate::workflow::Workflows;

/// Runs the workflow and shows what happened.
#[derive(Debug, Parser)]
#[command(args_conflicts_with_subcommands = true, disable_version_flag = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    run: run::Arguments,
    #[command(flatten)]
    variables: env_file::Arguments,
    #[command(flatten)]
    which: which::Arguments,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the workflow once (the default)
    Run(run::Arguments),
    /// Run it whenever one of its triggers fires
    Serve(serve::Arguments),
    /// Show when its schedules fire next
    Next(next::Arguments),
    /// Have triggers make no runs
    Pause(pause::Arguments),
    /// Have triggers make runs again
    Unpause(pause::Which),
    /// List its runs, newest first
    History(history::Arguments),
    /// Show one run with its steps
    Show(show::Arguments),
    /// Go on with a run that ended without success
    Resume(resume::Arguments),
    /// End a run that goes on, or that waits for its turn
    Cancel(cancel::Arguments),
    /// Remove runs that need not be kept
    Prune(prune::Arguments),
    /// Run a check that the repository allows, and leave a receipt
    #[cfg(feature = "verify")]
    Verify(verify::Arguments),
    /// Look for all that the workflow needs here: variables, programs, servers
    Check(check::Arguments),
    /// Print the workflow as a graph
    Graph(graph::Arguments),
    /// Try the MCP servers of its steps, and keep what they offer
    #[cfg(feature = "mcp")]
    Mcp(mcp::Arguments),
    /// Print a script that completes arguments in a shell
    Completions(completions::Arguments),
}

/// Is the `main` of a workflow crate: reads the arguments of the process and does what they say.
///
/// Without a command the workflow runs once. An executable may hold several workflows, in an array: then `--workflow NAME` says
/// which is meant, and `serve` serves all of them. The exit code is 0 if what was asked for is done, 1 if the run failed, 2
/// for wrong usage, 3 if the store cannot be used, 70 for a bug in brain, 130 if a signal stopped it.
///
/// # Examples
/// ```no_run
/// use brain::prelude::*;
///
/// fn main() -> ExitCode {
///     brain::main(workflow!(Workflow {
///         name: "hello",
///         steps: [greeting = shell {
///             command: "echo hello"
///         }],
///     }))
/// }
/// ```
pub fn main(workflows: impl Into<Workflows>) -> ExitCode {
    let workflows: Workflows = workflows.into();
    secret::guard(Masker::of_all(workflows.iter()));
    let all = match which::All::of(&workflows) {
        Ok(all) => all,
        Err(error) => return print::finish(|| Err(error)),
    };
    let arguments = command(&all)
        .try_get_matches()
        .and_then(|matches| Arguments::from_arg_matches(&matches));
    let arguments = match arguments {
        Ok(arguments) => arguments,
        Err(error) => return print::usage(&error),
    };
    print::finish(|| {
        arguments.variables.apply()?;
        log::begin(match arguments.command {
            Some(Command::Serve(_)) => log::SERVING,
            _ => log::USUAL,
        })?;
        obey(&all, &arguments)
    })
}

/// Does what the arguments say.
fn obey(all: &which::All, arguments: &Arguments) -> Result<exit::Exit, Error> {
    let one = || all.one(&arguments.which);
    let some = || all.some(&arguments.which);
    match &arguments.command {
        None => run::run(one()?, &arguments.run),
        Some(Command::Run(arguments)) => run::run(one()?, arguments),
        Some(Command::Serve(arguments)) => serve::serve(&some()?, arguments),
        Some(Command::Next(arguments)) => next::next(&some()?, arguments),
        Some(Command::Pause(arguments)) => pause::pause(&some()?, arguments),
        Some(Command::Unpause(arguments)) => pause::unpause(&some()?, arguments),
        Some(Command::History(arguments)) => history::history(Some(one()?.name()), arguments),
        Some(Command::Show(arguments)) => show::show(Some(one()?.name()), arguments),
        Some(Command::Resume(arguments)) => resume::resume(one()?, arguments),
        Some(Command::Cancel(arguments)) => cancel::cancel(Some(one()?.name()), arguments),
        #[cfg(feature = "verify")]
        Some(Command::Verify(arguments)) => verify::verify(arguments),
        Some(Command::Prune(arguments)) => arguments.prune_of(one()?),
        Some(Command::Check(arguments)) => check::check(one()?, arguments),
        Some(Command::Graph(arguments)) => graph::graph(one()?, arguments),
        #[cfg(feature = "mcp")]
        Some(Command::Mcp(arguments)) => mcp::mcp(Some(one()?), arguments),
        Some(Command::Completions(arguments)) => completions::completions(command(all), arguments),
    }
}

/// Returns the command line of an executable.
fn command(all: &which::All) -> clap::Command {
    let name = all.called();
    Arguments::command()
        .name(name.clone())
        .bin_name(&name)
        .about(if all.is_one() {
            format!("Runs the workflow `{name}` and shows what happened")
        } else {
            "Runs one of several workflows and shows what happened".to_owned()
        })
        .mut_arg("workflow", |argument| argument.hide(all.is_one()))
        .max_term_width(print::WIDTH)
        .after_help(exit::CODES)
}
