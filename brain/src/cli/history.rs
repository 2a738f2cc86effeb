//! `history`: the runs, newest first.

use super::exit::Exit;
use super::{json, print, secret, span};
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
    let mut runs = super::block_on(async { Ok(store.history(query).await?) })?;
    runs.iter_mut().for_each(secret::mask);
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::clock::Timestamp;
    use crate::store::RunId;

    /// The widest run there can be: the longest name, the longest status, and a hundred days.
    fn wide() -> RunRow {
        let start = Timestamp::from_microseconds(1_800_000_000_000_000);
        RunRow {
            id: RunId::new(),
            workflow: "w".repeat(128),
            status: RunStatus::Interrupted,
            trigger: json!({ "event": "manual" }),
            created_at: start,
            started_at: Some(start),
            ended_at: Some(start.plus(std::time::Duration::from_hours(2400))),
            error: None,
            owner: None,
            last_run: None,
            anew: None,
            transitions: Vec::new(),
            steps: Vec::new(),
        }
    }

    #[test]
    fn the_widest_run_fits_into_80_columns() {
        for column in [Column::Workflow, Column::None] {
            for line in table(&[wide()], column).lines() {
                assert!(line.chars().count() <= 80, "{line}");
            }
        }
    }

    #[test]
    fn a_run_that_has_not_ended_took_no_time_yet() {
        let run = RunRow {
            ended_at: None,
            ..wide()
        };
        assert!(table(&[run], Column::None).trim_end().ends_with("  -"));
    }

    #[test]
    fn a_name_that_is_cut_shows_it() {
        assert_eq!(fit("short", 22), "short");
        assert_eq!(fit("exactly-twenty-two-ch.", 22), "exactly-twenty-two-ch.");
        assert_eq!(fit("exactly-twenty-three-ch", 22), "exactly-twenty-three-…");
    }

    #[test]
    fn a_wrong_status_is_answered_with_the_right_ones() {
        let said = status("done").unwrap_err();
        for word in ["success", "failed", "interrupted"] {
            assert!(said.contains(word), "{said}");
        }
    }
}
