//! Steps ticking by on stderr: rewritten lines on a terminal, plain ones elsewhere.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::{print, span};
use crate::clock::Timestamp;
use crate::run::Listener;
use crate::store::{Change, StepStatus};

/// Shows changes as they are stored.
pub(super) struct Progress {
    style: Style,
    state: Mutex<State>,
}

/// How progress looks.
#[derive(Debug, Clone, Copy)]
enum Style {
    Lines,
    Terminal { colours: bool },
}

#[derive(Default)]
struct State {
    started: HashMap<u32, Timestamp>,
    /// Steps that the built-in summariser answered instead of a model.
    offline: HashSet<u32>,
    spinner: Option<ProgressBar>,
}

/// How often the elapsed time of a running step is drawn anew: often enough to look alive.
const TICK: Duration = Duration::from_millis(100);

impl Progress {
    /// Makes a display that suits stderr.
    pub(super) fn new() -> Self {
        Self {
            style: if print::is_terminal() {
                Style::Terminal {
                    colours: print::has_colours(),
                }
            } else {
                Style::Lines
            },
            state: Mutex::default(),
        }
    }

    fn line(&self, status: StepStatus, text: &str) {
        let mark = mark(status);
        match self.style {
            Style::Terminal { colours: true } => {
                let colour = match status {
                    StepStatus::Success => 32,
                    StepStatus::Skipped => 90,
                    StepStatus::Running => 36,
                    _ => 31,
                };
                print::talk(&format!("\u{1b}[{colour}m{mark}\u{1b}[0m {text}"));
            }
            _ => print::talk(&format!("{mark} {text}")),
        }
    }
}

/// The sign of a status.
pub(super) fn mark(status: StepStatus) -> char {
    match status {
        StepStatus::Running => '…',
        StepStatus::Success => '✓',
        StepStatus::Failed => '✗',
        StepStatus::Interrupted | StepStatus::Cancelled => '!',
        StepStatus::Skipped => '-',
    }
}

impl Listener for Progress {
    fn notice(&self, change: &Change) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match change {
            Change::RunStarted { run, workflow, .. } => {
                print::talk(&format!("{workflow} · run {}", run.short()));
            }
            Change::StepStarted {
                position, name, at, ..
            } => {
                state.started.insert(*position, *at);
                if let Style::Terminal { .. } = self.style {
                    let spinner = ProgressBar::new_spinner();
                    let style = ProgressStyle::with_template("{spinner} {msg} {elapsed}")
                        .unwrap_or_else(|_| ProgressStyle::default_spinner());
                    spinner.set_style(style);
                    spinner.set_message(name.clone());
                    spinner.enable_steady_tick(TICK);
                    state.spinner = Some(spinner);
                }
            }
            Change::StepSkipped { name, .. } => {
                self.line(StepStatus::Skipped, &format!("{name} skipped"));
            }
            Change::AttemptEnded {
                position, attempt, ..
            } if attempt.record["offline"] == true => {
                state.offline.insert(*position);
            }
            Change::StepEnded {
                position,
                name,
                status,
                at,
                ..
            } => {
                if let Some(spinner) = state.spinner.take() {
                    spinner.finish_and_clear();
                }
                let took = state
                    .started
                    .remove(position)
                    .map(|started| span::written(at.milliseconds_since(started)));
                let offline = if state.offline.remove(position) {
                    ", offline"
                } else {
                    ""
                };
                let text = match (took, status) {
                    (Some(took), _) => format!("{name} {took}{offline}"),
                    (None, status) => format!("{name} {status}"),
                };
                self.line(*status, &text);
            }
            _ => {}
        }
    }
}
