//! `next`: when the schedules fire next.

use std::sync::Arc;

use serde_json::{Value, json};

use super::cron::{Times, written};
use super::exit::Exit;
use super::print;
use crate::error::Error;
use crate::trigger;
use crate::workflow::Workflow;

/// What `next` takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    #[command(flatten)]
    times: Times,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Shows the next fires of all schedules, in the order of their times.
pub(super) fn next(workflows: &[Arc<Workflow>], arguments: &Arguments) -> Result<Exit, Error> {
    let (after, number) = (arguments.times.after(), arguments.times.number());
    let mut fires = trigger::next(workflows, after, number);
    fires.truncate(number);
    if arguments.json {
        let fires = fires.iter().map(|next| {
            json!({
                "workflow": next.workflow,
                "trigger": next.trigger,
                "at": written(next.at),
                "local": next.shown,
            })
        });
        print::json(&json!({ "next": fires.collect::<Value>() }))?;
    } else if fires.is_empty() {
        print::talk("no schedules");
    } else {
        print::data(&fires.iter().map(line).collect::<String>())?;
    }
    Ok(Exit::Success)
}

/// Writes one fire as a line: in UTC, by the clock of its zone, and whose it is.
pub(super) fn line(next: &trigger::Next) -> String {
    let at = written(next.at);
    format!("{at}  {}  {}/{}\n", next.shown, next.workflow, next.trigger)
}
