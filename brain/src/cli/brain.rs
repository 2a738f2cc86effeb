//! The command line of `brain`, which works on the store and the repository, and not on a workflow.

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};

#[cfg(feature = "mcp")]
use super::mcp;
#[cfg(feature = "verify")]
use super::verify;
use super::{
    cancel, completions, cron, exit, history, log, print, prune, recall, remember, secret, show,
};
use crate::mask::Masker;

/// Look into the store: runs of all workflows, and memories
#[derive(Debug, Parser)]
#[command(name = "brain", version, max_term_width = print::WIDTH, after_help = exit::CODES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the runs of all workflows, newest first
    History(history::OfAll),
    /// Show one run with its steps
    Show(show::Arguments),
    /// End a run that goes on, or that waits for its turn
    Cancel(cancel::Arguments),
    /// Remove runs that need not be kept
    Prune(prune::OfAll),
    /// Read schedules
    Cron(cron::Arguments),
    /// Keep a text in the memory
    Remember(remember::Arguments),
    /// Find texts in the memory
    Recall(recall::Arguments),
    /// Try MCP servers, and keep what they offer
    #[cfg(feature = "mcp")]
    Mcp(mcp::Arguments),
    /// Run a check that the repository allows, and leave a receipt
    #[cfg(feature = "verify")]
    Verify(verify::Arguments),
    /// Print a script that completes arguments in a shell
    Completions(completions::Arguments),
}

/// Is the `main` of the `brain` command.
pub fn brain() -> ExitCode {
    secret::guard(Masker::of_brain());
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return print::usage(&error),
    };
    print::finish(|| {
        log::begin(log::USUAL)?;
        match arguments.command {
            Command::History(arguments) => arguments.history(),
            Command::Show(arguments) => show::show(None, &arguments),
            Command::Cancel(arguments) => cancel::cancel(None, &arguments),
            Command::Prune(arguments) => arguments.prune(),
            Command::Cron(arguments) => cron::cron(&arguments),
            Command::Remember(arguments) => remember::remember(&arguments),
            Command::Recall(arguments) => recall::recall(&arguments),
            #[cfg(feature = "mcp")]
            Command::Mcp(arguments) => mcp::mcp(None, &arguments),
            #[cfg(feature = "verify")]
            Command::Verify(arguments) => verify::verify(&arguments),
            Command::Completions(arguments) => {
                completions::completions(Arguments::command(), &arguments)
            }
        }
    })
}
