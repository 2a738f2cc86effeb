//! `verify`: checks, their receipts and the ledger.
//!
//! In come the arguments; out goes what the check prints, while it prints it, and a verdict. Each command has a file of
//! its own and calls [`crate::verify`]. The same command is part of `brain` and of every workflow executable.

mod audit;
mod check;
mod export;
mod init;
mod list;
mod outcome;
mod recipes;
mod show;
mod status;

use clap::Subcommand;

use super::exit::Exit;
use super::print;
use crate::error::{Error, ErrorKind};
use crate::verify::{Outcome, Place, Receipt};

/// What `verify --help` says of exit codes.
const CODES: &str = "\
Exit codes: 0 passed, 1 failed, 2 usage or configuration, 3 store, 10 not
            allowed, 11 timed out, 12 could not start, 13 too few tests,
            14 an audit finding, 15 nothing to audit, 130 interrupted";

/// What `verify` takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
#[command(args_conflicts_with_subcommands = true, after_help = CODES)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    check: check::Arguments,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Write a first .verify/verify.toml from what lies in the work tree
    Init(init::Arguments),
    /// Say whether a check is proven for the work tree as it is now
    Status(status::Arguments),
    /// Compare all receipts and outputs with the ledger
    Audit(audit::Arguments),
    /// List the receipts, newest first
    List(list::Arguments),
    /// Show one receipt, or what its check printed
    Show(show::Arguments),
    /// Print receipts for others: one DSSE envelope a line
    Export(export::Arguments),
    /// Say whether what a receipt claims did happen
    Outcome(outcome::Arguments),
    /// List the checks with their green history
    Recipes(recipes::Arguments),
    /// Print the public key of this user
    Key(export::KeyArguments),
}

/// Does what the arguments say.
pub(super) fn verify(arguments: &Arguments) -> Result<Exit, Error> {
    let done = match &arguments.command {
        None => check::check(&arguments.check),
        Some(Command::Init(arguments)) => init::init(arguments),
        Some(Command::Status(arguments)) => status::status(arguments),
        Some(Command::Audit(arguments)) => audit::audit(arguments),
        Some(Command::List(arguments)) => list::list(arguments),
        Some(Command::Show(arguments)) => show::show(arguments),
        Some(Command::Export(arguments)) => export::export(arguments),
        Some(Command::Outcome(arguments)) => outcome::outcome(arguments),
        Some(Command::Recipes(arguments)) => recipes::recipes(arguments),
        Some(Command::Key(arguments)) => export::key(arguments),
    };
    match done {
        // Code 1 says that a check ran and failed, which it did not.
        Err(error) if error.kind() == ErrorKind::System => {
            print::error(&error);
            Ok(Exit::NotStarted)
        }
        done => done,
    }
}

/// Finds the work tree.
fn place() -> Result<Place, Error> {
    Ok(Place::here()?)
}

impl From<Outcome> for Exit {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Passed => Self::Success,
            Outcome::Failed => Self::Failed,
            Outcome::Refused => Self::NotAllowed,
            Outcome::TimedOut => Self::TimedOut,
            Outcome::NotStarted => Self::NotStarted,
            Outcome::TooFewTests => Self::TooFewTests,
            Outcome::Interrupted => Self::Interrupted,
        }
    }
}

/// Writes a receipt as JSON.
fn json(receipt: &Receipt) -> serde_json::Value {
    let details = receipt.statement.details();
    serde_json::json!({
        "receipt": receipt.id,
        "check": details.check,
        "outcome": details.outcome,
        "reason": details.reason,
        "exit_code": details.exit_code,
        "signal": details.signal,
        "started_at": details.started_at,
        "finished_at": details.finished_at,
        "duration_ms": details.duration_ms,
        "tree": receipt.statement.tree(),
        "changed": details.changed,
        "argv": details.argv,
        "program": details.program,
        "tests": details.tests,
        "stdout": details.stdout,
        "stderr": details.stderr,
        "key": receipt.key,
        "sequence": details.sequence,
        "file": format!(".verify/artifacts/{}.json", receipt.id),
    })
}
