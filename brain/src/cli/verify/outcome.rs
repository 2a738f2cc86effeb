//! `verify outcome`: what a harness asks about a claim of an agent.

use super::super::exit::Exit;
use super::super::print;
use super::check::summary;
use crate::error::Error;
use crate::verify::{self, Outcome, Records};

/// What `verify outcome` takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// The receipt that is claimed: the last digits of its id, or `last`
    receipt: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Says whether it happened.
pub(super) fn outcome(arguments: &Arguments) -> Result<Exit, Error> {
    let place = super::place()?;
    let store = super::super::open_for_reading()?;
    let (receipt, audit) = super::super::block_on(async {
        let records = Records::read(&place).await?;
        let receipt = records.find(&arguments.receipt)?.clone();
        Ok((receipt, verify::audit(&place, &store).await?))
    })?;
    let findings = audit.findings.iter();
    let findings = findings.filter(|one| one.subject == receipt.id);
    let problems: Vec<&str> = findings.map(|one| one.what.as_str()).collect();
    let outcome = receipt.statement.details().outcome;
    let happened = problems.is_empty() && outcome.has_output();
    let is_green = happened && receipt.statement.is_green();
    if arguments.json {
        let mut value = super::json(&receipt);
        value["happened"] = happened.into();
        value["green"] = is_green.into();
        value["problems"] = serde_json::json!(problems);
        print::json(&value)?;
    } else {
        print::output(&summary(&receipt))?;
        for problem in &problems {
            print::output(&format!("problem   {}\n", print::visible(problem)))?;
        }
    }
    Ok(if !problems.is_empty() {
        Exit::Finding
    } else if outcome == Outcome::Passed && !is_green {
        Exit::Failed
    } else {
        outcome.into()
    })
}
