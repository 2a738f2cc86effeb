//! `mcp`: tries servers by hand, and keeps what they offer in files for the compiler.

mod call;
mod server;
mod snapshot;
mod tools;

use clap::Subcommand;

use super::exit::Exit;
use crate::error::Error;
use crate::workflow::Workflow;

/// What `mcp` takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the tools of a server, with what they take
    Tools(tools::Arguments),
    /// Call a tool and print what it gives
    Call(call::Arguments),
    /// Keep the tools of a server in schemas/NAME.json, for `schema` of steps
    Snapshot(snapshot::Arguments),
}

/// Asks servers: those given, or those of the workflow.
pub(super) fn mcp(workflow: Option<&Workflow>, arguments: &Arguments) -> Result<Exit, Error> {
    match &arguments.command {
        Command::Tools(arguments) => tools::tools(workflow, arguments),
        Command::Call(arguments) => call::call(workflow, arguments),
        Command::Snapshot(arguments) => snapshot::snapshot(workflow, arguments),
    }
}
