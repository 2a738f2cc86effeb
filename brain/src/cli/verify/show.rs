//! `verify show`: one receipt.

use super::super::exit::Exit;
use super::super::print;
use super::check::summary;
use crate::error::Error;
use crate::verify::{Receipt, Records, command};

/// What `verify show` takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// The receipt: the last digits of its id, or `last`
    receipt: String,
    /// Print what the check printed instead
    #[arg(long, conflicts_with = "json")]
    output: bool,
    /// Print the statement as JSON
    #[arg(long)]
    json: bool,
}

/// Shows a receipt.
pub(super) fn show(arguments: &Arguments) -> Result<Exit, Error> {
    let place = super::place()?;
    let (receipt, output) = super::super::block_on(async {
        let records = Records::read(&place).await?;
        let receipt = records.find(&arguments.receipt)?.clone();
        let output = if arguments.output {
            Some(Records::output(&place, &receipt).await?)
        } else {
            None
        };
        Ok((receipt, output))
    })?;
    if let Some((stdout, stderr)) = output {
        print::output(&String::from_utf8_lossy(&stdout))?;
        let text = String::from_utf8_lossy(&stderr);
        if !text.is_empty() {
            print::message(text.trim_end_matches('\n'));
        }
    } else if arguments.json {
        let statement = serde_json::to_value(&receipt.statement).unwrap_or_default();
        print::json(&statement)?;
    } else {
        print::output(&written(&receipt))?;
    }
    Ok(Exit::Success)
}

fn written(receipt: &Receipt) -> String {
    let details = receipt.statement.details();
    let mut lines = vec![("command", command(&details.argv))];
    lines.extend(
        details
            .program
            .iter()
            .map(|program| ("program", program.path.clone())),
    );
    lines.push(("finished", details.finished_at.clone()));
    for subject in &receipt.statement.subject {
        for (kind, id) in &subject.digest {
            lines.push(("subject", format!("{} {kind} {id}", subject.name)));
        }
    }
    lines.push(("key", receipt.key.clone()));
    lines.push(("place", format!("{} in its chain", details.sequence)));
    let lines = lines.iter();
    let lines = lines.map(|(name, value)| format!("{name:<10}{}\n", print::visible(value)));
    summary(receipt) + &lines.collect::<String>()
}
