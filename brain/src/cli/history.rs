//! `history`: the runs, newest first.

use super::exit::Exit;
use super::{json, print, span};
use crate::error::Error;
use crate::store::{HistoryQuery, RunRow, RunStatus, Store as _};

/// What `history` takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// Show at most so many runs
    #[arg(long, short = 'n', default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    limit: u32,
    /// Show only runs with this status
    #[arg(long, value_parser = status)]
    status: Option<RunStatus>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What `brain history` takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct OfAll {
    #[command(flatten)]
    arguments: Arguments,
    /// Show only runs of this workflow
    #[arg(long)]
    workflow: Option<String>,
}

impl OfAll {
    /// Lists runs of all workflows, or of the one asked for.
    pub(super) fn history(&self) -> Result<Exit, Error> {
        let query = self.arguments.query(self.workflow.as_deref());
        list(&query, self.arguments.json, Column::Workflow)
    }
}

impl Arguments {
    fn query(&self, workflow: Option<&str>) -> HistoryQuery {
        HistoryQuery {
            workflow: workflow.map(str::to_owned),
            status: self.status,
            limit: Some(self.limit),
        }
    }
}

/// Whether a table says which workflow each run is of.
#[derive(Clone, Copy, PartialEq)]
enum Column {
    Workflow,
    None,
}

/// Lists the runs of a workflow.
pub(super) fn history(workflow: Option<&str>, arguments: &Arguments) -> Result<Exit, Error> {
    list(&arguments.query(workflow), arguments.json, Column::None)
}

fn list(query: &HistoryQuery, as_json: bool, column: Column) -> Result<Exit, Error> {
    let store = super::open_for_reading()?;
    let runs = super::block_on(async { Ok(store.history(query).await?) })?;
    if as_json {
        let runs: serde_json::Value = runs.iter().map(json::summary).collect();
        print::json(&serde_json::json!({ "runs": runs }))?;
    } else if runs.is_empty() {
        print::talk("no runs");
    } else {
        print::data(&table(&runs, column))?;
    }
    Ok(Exit::Success)
}

/// Writes a table of at most 80 columns.
fn table(runs: &[RunRow], column: Column) -> String {
    let workflow = |text: &str| match column {
        Column::Workflow => format!("{:<22}  ", fit(text, 22)),
        Column::None => String::new(),
    };
    let mut text = format!(
        "{:<8}  {}{:<11}  {:<19}  {}\n",
        "RUN",
        workflow("WORKFLOW"),
        "STATUS",
        "STARTED (LOCAL)",
        "TOOK"
    );
    for run in runs {
        let took = json::duration(run.started_at, run.ended_at);
        let started = run.started_at.unwrap_or(run.created_at).local();
        let line = format!(
            "{:<8}  {}{:<11}  {started:<19}  {}",
            run.id.short(),
            workflow(&run.workflow),
            run.status,
            took.map_or_else(|| "-".to_owned(), span::written),
        );
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Cuts a text to a width, and shows that it did.
fn fit(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let mut cut: String = text.chars().take(width - 1).collect();
    cut.push('…');
    cut
}

fn status(text: &str) -> Result<RunStatus, String> {
    text.parse().map_err(|_| {
        let words: Vec<&str> = RunStatus::ALL
            .iter()
            .map(|status| status.as_str())
            .collect();
        format!("a status is one of {}", words.join(", "))
    })
}
