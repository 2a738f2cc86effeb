//! `pause` and `unpause`: whether triggers make runs.

use std::sync::Arc;

use serde_json::json;

use super::exit::Exit;
use super::print;
use crate::clock::{Clock as _, SystemClock};
use crate::error::{Error, ErrorKind};
use crate::store::{Pause, Store as _};
use crate::workflow::Workflow;

/// What `pause` takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    #[command(flatten)]
    which: Which,
    /// Say why, for whoever reads the history
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
}

/// Which triggers are meant.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Which {
    /// The trigger, by its name; all if none is named
    #[arg(value_name = "TRIGGER")]
    trigger: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Has triggers make no runs, whoever serves them, until that is taken back.
pub(super) fn pause(workflows: &[Arc<Workflow>], arguments: &Arguments) -> Result<Exit, Error> {
    let which = &arguments.which;
    let meant = which.meant(workflows)?;
    let store = super::open()?;
    super::block_on(async {
        for workflow in &meant {
            store
                .pause(Pause {
                    workflow: workflow.name().to_owned(),
                    trigger: which.trigger.clone(),
                    at: SystemClock.now(),
                    reason: arguments.reason.clone(),
                })
                .await?;
        }
        Ok(())
    })?;
    which.tell(&meant, "paused")
}

/// Has triggers make runs again. What fired in between is in the history, and is not made up for.
pub(super) fn unpause(workflows: &[Arc<Workflow>], which: &Which) -> Result<Exit, Error> {
    let meant = which.meant(workflows)?;
    let store = super::open()?;
    let ended = super::block_on(async {
        let mut ended = Vec::new();
        for workflow in meant {
            let trigger = which.trigger.as_deref();
            if store.unpause(workflow.name(), trigger).await? > 0 {
                ended.push(workflow);
            }
        }
        Ok(ended)
    })?;
    if ended.is_empty() {
        print::talk("nothing was paused there");
    }
    which.tell(&ended, "unpaused")
}

impl Which {
    /// Returns the workflows that have the trigger.
    fn meant<'a>(&self, workflows: &'a [Arc<Workflow>]) -> Result<Vec<&'a Workflow>, Error> {
        let has = |workflow: &Workflow| {
            let mut triggers = workflow.triggers().iter();
            match &self.trigger {
                Some(name) => triggers.any(|on| on.name() == Some(name)),
                None => true,
            }
        };
        let all = workflows.iter().map(Arc::as_ref);
        let meant: Vec<&Workflow> = all.filter(|workflow| has(workflow)).collect();
        match (&self.trigger, meant.is_empty()) {
            (Some(name), true) => Err(unknown(workflows, name)),
            _ => Ok(meant),
        }
    }

    fn tell(&self, workflows: &[&Workflow], done: &str) -> Result<Exit, Error> {
        let what = self.trigger.as_deref();
        if self.json {
            let names: Vec<&str> = workflows.iter().map(|workflow| workflow.name()).collect();
            print::json(
                &json!({ "workflows": names, "trigger": what, "is_paused": done == "paused" }),
            )?;
        } else {
            for workflow in workflows {
                let triggers = what.map_or_else(
                    || "all triggers".to_owned(),
                    |name| format!("trigger `{name}`"),
                );
                print::data(&format!("{done} {triggers} of {}\n", workflow.name()))?;
            }
        }
        Ok(Exit::Success)
    }
}

fn unknown(workflows: &[Arc<Workflow>], name: &str) -> Error {
    let triggers = workflows.iter().flat_map(|workflow| {
        let names = workflow.triggers().iter().filter_map(|on| on.name());
        names.map(|name| match workflows {
            [_] => name.to_owned(),
            _ => format!("{name} of {}", workflow.name()),
        })
    });
    let names: Vec<String> = triggers.collect();
    let hint = match names.as_slice() {
        [] => "there are no triggers here".to_owned(),
        names => format!("there is {}", names.join(", ")),
    };
    Error::new(ErrorKind::Usage, format!("no trigger is called `{name}`")).with_hint(hint)
}
