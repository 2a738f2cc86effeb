//! `verify -- COMMAND` and `verify --check ID`: runs a check and leaves a receipt.

use std::ffi::OsString;

use tokio_util::sync::CancellationToken;

use super::super::exit::Exit;
use super::super::signal::Signals;
use super::super::{print, span};
use crate::clock::SystemClock;
use crate::error::{Error, ErrorKind};
use crate::step::process::{self, LineState, Lines, Listener, Stream};
use crate::verify::{self, Asked, Means, Receipt, Signing};

/// What `verify` itself takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// The check to run, by its id
    #[arg(long, value_name = "ID", conflicts_with = "command_line")]
    check: Option<String>,
    /// Print the receipt as JSON; what the check prints goes to stderr
    #[arg(long)]
    json: bool,
    /// Make a receipt that nobody has signed, and that proves nothing
    #[arg(long)]
    unsigned: bool,
    /// The command to run: exactly the argv of a check
    #[arg(last = true, value_name = "COMMAND")]
    command_line: Vec<OsString>,
}

/// Runs a check.
pub(super) fn check(arguments: &Arguments) -> Result<Exit, Error> {
    let asked = match &arguments.check {
        Some(id) => Asked::Check(id.clone()),
        None if arguments.command_line.is_empty() => {
            return Err(Error::new(ErrorKind::Usage, "there is nothing to verify")
                .with_hint("`verify -- COMMAND` or `verify --check ID`"));
        }
        None => Asked::Argv(arguments.command_line.clone()),
    };
    if let Err(error) = process::become_subreaper() {
        print::talk(&format!(
            "warning: could not adopt orphaned processes: {error}"
        ));
    }
    let place = super::place()?;
    // Order: what is wrong with the file of checks is said before a store is made.
    verify::load(&place)?;
    let store = super::super::open()?;
    let stop = CancellationToken::new();
    let as_json = arguments.json;
    let listener = move |lines: Lines<'_>| show(&lines, as_json);
    let means = Means {
        place: &place,
        store: &store,
        clock: &SystemClock,
        stop: &stop,
        listener: Some(Listener::new(&listener)),
        signing: if arguments.unsigned {
            Signing::Unsigned
        } else {
            Signing::Signed
        },
        limit: None,
    };
    let receipt = super::super::block_on(async {
        let mut signals = Signals::listen()?;
        let verified = verify::verify(&asked, &means);
        tokio::pin!(verified);
        loop {
            tokio::select! {
                // The end of the check counts, whatever comes with it.
                biased;
                receipt = &mut verified => return Ok(receipt?),
                () = signals.next() => stop.cancel(),
            }
        }
    })?;
    tell(&receipt, as_json)?;
    Ok(receipt.statement.details().outcome.into())
}

/// Passes on what the check prints.
fn show(lines: &Lines<'_>, as_json: bool) {
    let text = match lines.state {
        LineState::Whole => format!("{}\n", lines.text),
        LineState::Cut(left_out) => format!("{} [{left_out} bytes left out]\n", lines.text),
        // It comes again when it has ended.
        _ => return,
    };
    if as_json || lines.stream == Stream::Stderr {
        print::message(text.trim_end_matches('\n'));
    } else {
        // There is nowhere to say that a reader has gone away.
        print::output(&text).ok();
    }
}

/// Says how it went.
fn tell(receipt: &Receipt, as_json: bool) -> Result<(), Error> {
    if as_json {
        return print::json(&super::json(receipt));
    }
    print::output(&summary(receipt))
}

/// Writes a receipt in a few lines.
pub(super) fn summary(receipt: &Receipt) -> String {
    let details = receipt.statement.details();
    let mut lines = Vec::new();
    let outcome = details.outcome;
    lines.push(match &details.check {
        Some(check) => format!("check     {check}: {outcome}"),
        None => format!("command   {}: {outcome}", verify::command(&details.argv)),
    });
    match (details.exit_code, details.signal) {
        (Some(code), _) => lines.push(format!("exit      {code}")),
        (_, Some(signal)) => lines.push(format!("signal    {signal}")),
        _ => {}
    }
    if outcome.has_output() {
        lines.push(format!("took      {}", span::written(details.duration_ms)));
    }
    if let Some(tests) = &details.tests {
        let ran = tests
            .ran
            .map_or_else(|| "unknown".to_owned(), |ran| ran.to_string());
        lines.push(format!("tests     {ran}, at least {}", tests.least));
    }
    if let Some(reason) = &details.reason {
        lines.push(format!("reason    {}", print::visible(reason)));
    }
    if details.changed {
        lines.push("changed   the work tree changed meanwhile: this proves nothing".to_owned());
    }
    lines.push(format!("receipt   {}", receipt.id));
    lines.join("\n") + "\n"
}
