//! What is shown, without what only the store needs.

use std::borrow::Cow;

use crate::clock::Timestamp;
use crate::run::Said;
use crate::run::wire::{From, Told, What};
use crate::step::live::{LineState, Lines, Live, Stream};
use crate::store::{Change, StepStatus};

/// One thing to show.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::cli) enum Tick {
    /// A line of brain's own.
    Talk(String),
    /// A step has started.
    Started {
        position: u32,
        name: String,
        at: Timestamp,
    },
    /// An attempt has ended.
    AttemptEnded {
        position: u32,
        is_offline: bool,
        /// What its reader should know.
        warning: Option<String>,
    },
    /// A step has ended.
    Ended {
        position: u32,
        name: String,
        status: StepStatus,
        at: Timestamp,
    },
    /// A step was skipped.
    Skipped { name: String },
    /// Lines of a command.
    Lines {
        step: String,
        stream: Stream,
        text: String,
        state: LineState,
    },
    /// A part of a model's answer.
    Piece { step: String, text: String },
    /// How many tokens of an answer there are.
    Tokens { step: String, count: u64 },
    /// So many lines were not shown, as the terminal was too slow for them.
    LeftOut(usize),
}

impl Tick {
    /// Returns what is shown of a change.
    pub(super) fn of(change: &Change) -> Option<Self> {
        Some(match change {
            Change::RunStarted { run, workflow, .. } => {
                Self::Talk(format!("{workflow} · run {}", run.short()))
            }
            Change::RunResumed { run, .. } => Self::Talk(format!("run {} goes on", run.short())),
            Change::StepStarted {
                position, name, at, ..
            } => Self::Started {
                position: *position,
                name: name.clone(),
                at: *at,
            },
            Change::StepSkipped { name, .. } => Self::Skipped { name: name.clone() },
            Change::AttemptEnded {
                position, attempt, ..
            } => Self::AttemptEnded {
                position: *position,
                is_offline: attempt.record["offline"] == true,
                warning: attempt.record["warning"].as_str().map(str::to_owned),
            },
            Change::StepEnded {
                position,
                name,
                status,
                at,
                ..
            } => Self::Ended {
                position: *position,
                name: name.clone(),
                status: *status,
                at: *at,
            },
            _ => return None,
        })
    }

    /// Returns what is shown of what a step says.
    pub(super) fn heard(said: &Said<'_>) -> Self {
        let step = said.step.to_owned();
        match said.live {
            Live::Lines(Lines {
                stream,
                text,
                state,
            }) => Self::Lines {
                step,
                stream,
                text: text.to_owned(),
                state,
            },
            Live::Piece(text) => Self::Piece {
                step,
                text: text.to_owned(),
            },
            Live::Tokens(count) => Self::Tokens { step, count },
        }
    }

    /// Returns what is shown of what was told from another process.
    pub(in crate::cli) fn told(told: Told<'_>) -> Self {
        let step = told.step.into_owned();
        let stream = |from| match from {
            From::Stdout => Stream::Stdout,
            From::Stderr => Stream::Stderr,
        };
        let lines = |step, from, text: Cow<'_, str>, state| Self::Lines {
            step,
            stream: stream(from),
            text: text.into_owned(),
            state,
        };
        match told.what {
            What::Whole(from, text) => lines(step, from, text, LineState::Whole),
            What::Open(from, text) => lines(step, from, text, LineState::Open),
            What::Cut(from, text, bytes) => lines(step, from, text, LineState::Cut(bytes)),
            What::Earlier(from, text) => lines(step, from, text, LineState::Earlier),
            What::Piece(text) => Self::Piece {
                step,
                text: text.into_owned(),
            },
            What::Tokens(count) => Self::Tokens { step, count },
            What::LeftOut(lines) => Self::LeftOut(lines),
        }
    }

    /// Returns the text that may be left out.
    pub(super) fn said(&self) -> Option<&str> {
        match self {
            Self::Lines { text, .. } | Self::Piece { text, .. } => Some(text),
            _ => None,
        }
    }
}
