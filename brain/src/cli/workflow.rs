//! The command line of a workflow executable.

use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

#[cfg(feature = "mcp")]
use super::mcp;
#[cfg(feature = "verify")]
use super::verify;
use super::{
    cancel, check, completions, env_file, exit, graph, history, log, print, prune, resume, run,
    secret, show,
};
use crate::mask::Masker;
use crate::workflow::Workflow;

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
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the workflow once (the default)
    Run(run::Arguments),
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
/// Without a command the workflow runs once. The exit code is 0 if what was asked for is done, 1 if the run failed, 2
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
#[expect(
    clippy::needless_pass_by_value,
    reason = "a workflow is written in place"
)]
pub fn main(workflow: Workflow) -> ExitCode {
    secret::guard(Masker::of(&workflow));
    let name = workflow.name();
    let arguments = command(name)
        .try_get_matches()
        .and_then(|matches| Arguments::from_arg_matches(&matches));
    let arguments = match arguments {
        Ok(arguments) => arguments,
        Err(error) => return print::usage(&error),
    };
    print::finish(|| {
        arguments.variables.apply()?;
        log::begin()?;
        match &arguments.command {
            None => run::run(&workflow, &arguments.run),
            Some(Command::Run(arguments)) => run::run(&workflow, arguments),
            Some(Command::History(arguments)) => history::history(Some(name), arguments),
            Some(Command::Show(arguments)) => show::show(Some(name), arguments),
            Some(Command::Resume(arguments)) => resume::resume(&workflow, arguments),
            Some(Command::Cancel(arguments)) => cancel::cancel(Some(name), arguments),
            #[cfg(feature = "verify")]
            Some(Command::Verify(arguments)) => verify::verify(arguments),
            Some(Command::Prune(arguments)) => arguments.prune_of(&workflow),
            Some(Command::Check(arguments)) => check::check(&workflow, arguments),
            Some(Command::Graph(arguments)) => graph::graph(&workflow, arguments),
            #[cfg(feature = "mcp")]
            Some(Command::Mcp(arguments)) => mcp::mcp(Some(&workflow), arguments),
            Some(Command::Completions(arguments)) => {
                completions::completions(command(name), arguments)
            }
        }
    })
}

/// Returns the command line of a workflow.
fn command(name: &str) -> clap::Command {
    Arguments::command()
        .name(name.to_owned())
        .bin_name(name)
        .about(format!(
            "Runs the workflow `{name}` and shows what happened"
        ))
        .max_term_width(print::WIDTH)
        .after_help(exit::CODES)
}
