//! `check`: whether a workflow finds here what it needs.
//!
//! In comes a workflow; out comes a list of what it needs from the machine, each with what was found. Nothing of the
//! workflow is run, no store is made, and a server is asked for nothing but to be there.

mod machine;
mod needs;

use serde_json::{Value, json};

use super::exit::Exit;
use super::{print, secret};
use crate::error::Error;
use crate::workflow::Workflow;

/// What `check` takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Something that is needed, and whether it is there.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Finding {
    /// What kind of thing it is.
    what: &'static str,
    /// Which one.
    name: String,
    found: Found,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Found {
    /// It is there; with what may be worth knowing.
    Good(String),
    /// It is not, or is of no use; with the reason.
    Bad(String),
}

/// Looks for everything that a workflow needs. It fails if anything is missing.
pub(super) fn check(workflow: &Workflow, arguments: &Arguments) -> Result<Exit, Error> {
    let findings = needs::findings(workflow);
    let is_good = findings
        .iter()
        .all(|finding| matches!(finding.found, Found::Good(_)));
    if arguments.json {
        let findings: Value = findings.iter().map(Finding::json).collect();
        print::json(&json!({ "workflow": workflow.name(), "ok": is_good, "checks": findings }))?;
    } else {
        let lines: String = findings.iter().map(Finding::line).collect();
        print::output(&lines)?;
    }
    Ok(if is_good { Exit::Success } else { Exit::Failed })
}

impl Finding {
    fn json(&self) -> Value {
        let (is_good, detail) = match &self.found {
            Found::Good(detail) => (true, detail),
            Found::Bad(detail) => (false, detail),
        };
        json!({
            "what": self.what,
            "name": secret::masked(&self.name),
            "ok": is_good,
            "detail": secret::masked(detail),
        })
    }

    fn line(&self) -> String {
        let (mark, detail) = match &self.found {
            Found::Good(detail) => ('✓', detail),
            Found::Bad(detail) => ('✗', detail),
        };
        let line = format!("{mark} {:<8}  {}  {detail}", self.what, self.name);
        format!("{}\n", secret::masked(line.trim_end()))
    }
}
