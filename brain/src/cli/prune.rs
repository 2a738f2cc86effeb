//! `prune`: removes runs that need not be kept.

use std::time::Duration;

use super::exit::Exit;
use super::print;
use crate::clock::{Clock as _, SystemClock};
use crate::error::{Error, ErrorKind};
use crate::store::{Extent, Pruned, Retention, Store};
use crate::workflow::Workflow;

/// What `prune` takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// Keep the newest N runs of a workflow; runs that were skipped are counted apart
    #[arg(long, value_name = "N")]
    keep_runs: Option<u32>,
    /// Remove runs that ended longer ago: 30d, 12h, `1h 30m`
    #[arg(long, value_name = "AGE", value_parser = humantime::parse_duration)]
    older_than: Option<Duration>,
    /// Keep runs that did not succeed for so long, beside another option
    #[arg(long, value_name = "AGE", value_parser = humantime::parse_duration)]
    keep_failures: Option<Duration>,
    /// Say what would be removed, and remove nothing
    #[arg(long)]
    dry_run: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What `brain prune` takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct OfAll {
    #[command(flatten)]
    arguments: Arguments,
    /// Remove only runs of this workflow
    #[arg(long)]
    workflow: Option<String>,
}

impl OfAll {
    /// Removes runs of all workflows, or of the one asked for.
    pub(super) fn prune(&self) -> Result<Exit, Error> {
        self.arguments.prune(self.workflow.as_deref(), None)
    }
}

impl Arguments {
    /// Removes runs of a workflow, by default those that it does not keep.
    pub(super) fn prune_of(&self, workflow: &Workflow) -> Result<Exit, Error> {
        let keep = workflow
            .keep()
            .map(|keep| Retention::of(workflow.name(), keep, SystemClock.now()));
        self.prune(Some(workflow.name()), keep)
    }

    fn prune(&self, workflow: Option<&str>, keep: Option<Retention>) -> Result<Exit, Error> {
        let ago = |age: Duration| SystemClock.now().minus(age);
        let asked = Retention {
            workflow: workflow.map(str::to_owned),
            runs: self.keep_runs,
            ended_before: self.older_than.map(ago),
            failures_before: self.keep_failures.map(ago),
        };
        let retention = if self.says_nothing() {
            keep.ok_or_else(|| nothing_asked(workflow))?
        } else {
            asked
        };
        let (store, extent) = if self.dry_run {
            (super::open_for_reading()?, Extent::Preview)
        } else {
            (super::open()?, Extent::Whole)
        };
        let pruned = super::block_on(async { Ok(store.prune(&retention, extent).await?) })?;
        self.tell(pruned)
    }

    const fn says_nothing(&self) -> bool {
        self.keep_runs.is_none() && self.older_than.is_none()
    }

    fn tell(&self, pruned: Pruned) -> Result<Exit, Error> {
        if self.json {
            print::json(&serde_json::json!({
                "runs": pruned.runs,
                "bytes": pruned.bytes,
                "freed_bytes": pruned.freed,
                "dry_run": self.dry_run,
            }))?;
        } else {
            print::data(&format!("{}\n", written(pruned, self.dry_run)))?;
        }
        Ok(Exit::Success)
    }
}

/// Removes what a workflow does not keep, as far as that takes no time, after one of its runs.
pub(super) fn tidy(store: &dyn Store, workflow: &Workflow) {
    let Some(keep) = workflow.keep() else {
        return;
    };
    let retention = Retention::of(workflow.name(), keep, SystemClock.now());
    let pruned = super::block_on(async { Ok(store.prune(&retention, Extent::Brief).await?) });
    // The run is what counts, and the next one tries again.
    if let Err(error) = pruned {
        print::message(&format!("warning: old runs stay: {error}"));
    }
}

fn nothing_asked(workflow: Option<&str>) -> Error {
    let message = match workflow {
        Some(name) => format!("nothing says which runs of `{name}` to keep"),
        None => "nothing says which runs to keep".to_owned(),
    };
    Error::new(ErrorKind::Usage, message)
        .with_hint("give `--keep-runs 100`, `--older-than 30d`, or both")
}

fn written(pruned: Pruned, is_dry: bool) -> String {
    let runs = match pruned.runs {
        1 => "1 run".to_owned(),
        runs => format!("{runs} runs"),
    };
    let bytes = megabytes(pruned.bytes);
    if is_dry {
        return format!("would remove {runs} with {bytes}");
    }
    let freed = megabytes(pruned.freed);
    format!("removed {runs} with {bytes}; the store is {freed} smaller")
}

/// Writes a number of bytes with three digits at the least.
fn megabytes(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{}.{} kB", bytes / 1_000, bytes % 1_000 / 100),
        _ => format!("{}.{} MB", bytes / 1_000_000, bytes % 1_000_000 / 100_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_readable() {
        for (bytes, text) in [
            (0, "0 B"),
            (999, "999 B"),
            (1_000, "1.0 kB"),
            (999_999, "999.9 kB"),
            (98_012_345, "98.0 MB"),
            (101_000_000_000, "101000.0 MB"),
        ] {
            assert_eq!(megabytes(bytes), text);
        }
    }

    #[test]
    fn one_run_is_not_runs() {
        let pruned = |runs| Pruned {
            runs,
            ..Pruned::default()
        };
        assert_eq!(
            written(pruned(1), false),
            "removed 1 run with 0 B; the store is 0 B smaller"
        );
        assert_eq!(written(pruned(2), true), "would remove 2 runs with 0 B");
    }
}
