//! `history`: the runs, newest first.

use super::column::fit;
use super::exit::Exit;
use super::zone::Zone;
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
    #[command(flatten)]
    zone: Zone,
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
        self.arguments.list(&query, Column::Workflow)
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

/// What a table says beside what all tables say.
#[derive(Clone, Copy, PartialEq)]
enum Column {
    /// Which workflow each run is of.
    Workflow,
    /// What made it.
    Trigger,
}

/// Lists the runs of a workflow.
pub(super) fn history(workflow: Option<&str>, arguments: &Arguments) -> Result<Exit, Error> {
    arguments.list(&arguments.query(workflow), Column::Trigger)
}

impl Arguments {
    fn list(&self, query: &HistoryQuery, column: Column) -> Result<Exit, Error> {
        let store = super::open_for_reading()?;
        let (mut runs, tokens) = super::block_on(async {
            let runs = store.history(query).await?;
            let ids: Vec<_> = runs.iter().map(|run| run.id).collect();
            let ids = if self.json { ids.as_slice() } else { &[] };
            let tokens = store.tokens(ids).await?;
            Ok((runs, tokens))
        })?;
        runs.iter_mut().for_each(secret::mask);
        if self.json {
            let runs = runs.iter().zip(tokens).map(|(run, tokens)| {
                let mut run = json::summary(run);
                json::add_tokens(&mut run, tokens);
                run
            });
            let runs: serde_json::Value = runs.collect();
            print::json(&serde_json::json!({ "runs": runs }))?;
        } else if runs.is_empty() {
            print::talk("no runs");
        } else {
            print::data(&table(&runs, column, self.zone))?;
        }
        Ok(Exit::Success)
    }
}

/// Writes a table of at most 80 columns.
fn table(runs: &[RunRow], column: Column, zone: Zone) -> String {
    let (title, width) = match column {
        Column::Workflow => ("WORKFLOW", 22),
        Column::Trigger => ("TRIGGER", 7),
    };
    let started = format!("STARTED ({})", zone.name().to_uppercase());
    let mut text = line(["RUN", &fit(title, width), "STATUS", &started, "TOOK"]);
    for run in runs {
        let took = json::duration(run.started_at, run.ended_at);
        let special = match column {
            Column::Workflow => &run.workflow,
            Column::Trigger => run.trigger["event"].as_str().unwrap_or("-"),
        };
        text += &line([
            &run.id.short(),
            &fit(special, width),
            run.status.as_str(),
            &zone.written(run.started_at.unwrap_or(run.created_at)),
            &took.map_or_else(|| "-".to_owned(), span::written),
        ]);
    }
    text
}

fn line([run, special, status, started, took]: [&str; 5]) -> String {
    let line = format!("{run:<8}  {special}  {status:<11}  {started:<19}  {took}");
    format!("{}\n", line.trim_end())
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
    use std::slice;

    use serde_json::json;
    use unicode_width::UnicodeWidthStr as _;

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
        for name in ["w", "日", "e\u{301}"] {
            let run = RunRow {
                workflow: name.repeat(60),
                ..wide()
            };
            for column in [Column::Workflow, Column::Trigger] {
                for line in table(slice::from_ref(&run), column, Zone::UTC).lines() {
                    assert!(line.width() <= print::WIDTH, "{line}");
                }
            }
        }
    }

    #[test]
    fn a_table_says_when_and_by_which_clock() {
        let run = wide();
        let text = table(slice::from_ref(&run), Column::Trigger, Zone::UTC);
        let wanted = format!(
            "RUN       TRIGGER  STATUS       STARTED (UTC)        TOOK\n\
             {}  manual   interrupted  2027-01-15 08:00:00  2400 h 00 m\n",
            run.id.short()
        );
        assert_eq!(text, wanted);
    }

    #[test]
    fn a_run_that_has_not_ended_took_no_time_yet() {
        let run = RunRow {
            ended_at: None,
            ..wide()
        };
        let text = table(&[run], Column::Trigger, Zone::UTC);
        assert!(text.trim_end().ends_with("  -"));
    }

    #[test]
    fn a_wrong_status_is_answered_with_the_right_ones() {
        let said = status("done").unwrap_err();
        for word in ["success", "failed", "interrupted"] {
            assert!(said.contains(word), "{said}");
        }
    }
}
