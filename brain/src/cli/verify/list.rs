//! `verify list`: the receipts, newest first.

use super::super::exit::Exit;
use super::super::print;
use super::super::span;
use crate::error::Error;
use crate::verify::{Receipt, Records};

/// What `verify list` takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// Show only receipts of this check
    #[arg(long, value_name = "ID")]
    check: Option<String>,
    /// Show at most so many receipts
    #[arg(long, short = 'n', default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    limit: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Lists receipts.
pub(super) fn list(arguments: &Arguments) -> Result<Exit, Error> {
    let place = super::place()?;
    let records = super::super::block_on(async { Ok(Records::read(&place).await?) })?;
    let limit = usize::try_from(arguments.limit).unwrap_or(usize::MAX);
    let is_asked = |receipt: &&Receipt| {
        let check = &receipt.statement.details().check;
        arguments.check.is_none() || *check == arguments.check
    };
    let shown = records.receipts.iter().filter(is_asked).take(limit);
    let shown: Vec<&Receipt> = shown.collect();
    if arguments.json {
        let receipts: Vec<_> = shown.iter().map(|receipt| super::json(receipt)).collect();
        let unreadable = records.unreadable.iter();
        let unreadable: Vec<_> = unreadable
            .map(|(file, what)| serde_json::json!({ "file": file, "what": what }))
            .collect();
        print::json(&serde_json::json!({ "receipts": receipts, "unreadable": unreadable }))?;
        return Ok(Exit::Success);
    }
    for (file, what) in &records.unreadable {
        print::message(&format!("warning: {file}: {what}"));
    }
    if shown.is_empty() {
        print::talk("no receipts");
    } else {
        print::output(&table(&shown))?;
    }
    Ok(Exit::Success)
}

fn table(receipts: &[&Receipt]) -> String {
    let row = |cells: [&str; 5]| {
        let [receipt, check, outcome, took, tree] = cells;
        let line = format!("{receipt:<8}  {check:<20}  {outcome:<13}  {took:<9}  {tree}");
        line.trim_end().to_owned() + "\n"
    };
    let mut text = row(["RECEIPT", "CHECK", "OUTCOME", "TOOK", "TREE"]);
    for receipt in receipts {
        let details = receipt.statement.details();
        let check: String = details
            .check
            .iter()
            .flat_map(|id| id.chars())
            .take(20)
            .collect();
        let tree = receipt.statement.tree().unwrap_or("-");
        text += &row([
            receipt.short(),
            if check.is_empty() { "-" } else { &check },
            &details.outcome.to_string(),
            &span::written(details.duration_ms),
            // As git shortens ids.
            tree.get(..10).unwrap_or(tree),
        ]);
    }
    text
}
