//! `verify export` and `verify key`: what others need to check a proof.

use super::super::exit::Exit;
use super::super::print;
use crate::error::{Error, ErrorKind};
use crate::verify::{self, Key, Receipt, Records};

/// What `verify export` takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// The receipts: the last digits of their ids, or `last`; all, if none is named
    receipts: Vec<String>,
    /// Print only receipts of this check
    #[arg(long, value_name = "ID")]
    check: Option<String>,
    /// Print one JSON array instead of one envelope a line
    #[arg(long)]
    json: bool,
}

/// Prints receipts.
pub(super) fn export(arguments: &Arguments) -> Result<Exit, Error> {
    let place = super::place()?;
    let records = super::super::block_on(async { Ok(Records::read(&place).await?) })?;
    let mut chosen: Vec<&Receipt> = if arguments.receipts.is_empty() {
        records.receipts.iter().rev().collect()
    } else {
        let named = arguments.receipts.iter();
        let found = named.map(|reference| records.find(reference));
        found.collect::<Result<_, _>>()?
    };
    if arguments.check.is_some() {
        chosen.retain(|receipt| receipt.statement.details().check == arguments.check);
    }
    for (file, what) in &records.unreadable {
        print::message(&format!("warning: {file} is left out: {what}"));
    }
    let envelopes: Result<Vec<serde_json::Value>, _> = chosen
        .iter()
        .map(|receipt| serde_json::from_str(receipt.envelope()))
        .collect();
    let envelopes = envelopes.map_err(|error| {
        Error::new(ErrorKind::System, "could not write a receipt").with_source(error)
    })?;
    if arguments.json {
        print::json(&serde_json::Value::Array(envelopes))?;
    } else {
        let lines = envelopes.iter().map(|one| one.to_string() + "\n");
        print::data(&lines.collect::<String>())?;
    }
    Ok(Exit::Success)
}

/// What `verify key` takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct KeyArguments {
    /// Print it as PEM, for other tools
    #[arg(long, conflicts_with = "json")]
    pem: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Prints the public key, which is made if there is none.
pub(super) fn key(arguments: &KeyArguments) -> Result<Exit, Error> {
    let id = Key::own(&super::place()?)?.id();
    let pem = verify::public_pem(&id).unwrap_or_default();
    if arguments.json {
        print::json(&serde_json::json!({ "key": id, "pem": pem }))?;
    } else if arguments.pem {
        print::data(&pem)?;
    } else {
        print::data(&format!("{id}\n"))?;
    }
    Ok(Exit::Success)
}
