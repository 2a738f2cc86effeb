//! What a step says, as one process tells it to another: a line of JSON each.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::Said;
use crate::step::live::{LineState, Lines, Live, Stream};

/// One thing that is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Told<'a> {
    /// The place of the step among the steps of the run.
    pub(crate) position: u32,
    /// The step's name.
    pub(crate) step: Cow<'a, str>,
    /// What it said.
    pub(crate) what: What<'a>,
}

/// What is told of a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum What<'a> {
    /// Lines to their end.
    Whole(From, Cow<'a, str>),
    /// A line that has no end yet.
    Open(From, Cow<'a, str>),
    /// A line that is too long, and how many bytes of it are left out.
    Cut(From, Cow<'a, str>, u64),
    /// Lines from before somebody began to follow.
    Earlier(From, Cow<'a, str>),
    /// A part of an answer.
    Piece(Cow<'a, str>),
    /// How many tokens of the answer there are.
    Tokens(u64),
    /// So many lines were not told, as nobody read fast enough.
    LeftOut(usize),
}

/// Where a command printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum From {
    Stdout,
    Stderr,
}

impl<'a> Told<'a> {
    /// Tells what was said.
    pub(super) fn of(said: &Said<'a>) -> Self {
        Self {
            position: said.position,
            step: said.step.into(),
            what: match said.live {
                Live::Lines(Lines {
                    stream,
                    text,
                    state,
                }) => {
                    let from = match stream {
                        Stream::Stdout => From::Stdout,
                        Stream::Stderr => From::Stderr,
                    };
                    match state {
                        LineState::Whole => What::Whole(from, text.into()),
                        LineState::Open => What::Open(from, text.into()),
                        LineState::Cut(bytes) => What::Cut(from, text.into(), bytes),
                        LineState::Earlier => What::Earlier(from, text.into()),
                    }
                }
                Live::Piece(text) => What::Piece(text.into()),
                Live::Tokens(count) => What::Tokens(count),
            },
        }
    }

    /// Tells that of this step lines were left out.
    pub(super) fn left_out(&self, lines: usize) -> Self {
        Self {
            what: What::LeftOut(lines),
            ..self.clone()
        }
    }

    /// Writes it as a line.
    pub(super) fn to_line(&self) -> Vec<u8> {
        // Texts and numbers: there is nothing in it that JSON does not know.
        let mut line = serde_json::to_vec(self).unwrap_or_default();
        line.push(b'\n');
        line
    }

    /// Counts the lines that are lost if it is not told.
    pub(super) fn lines(&self) -> usize {
        match &self.what {
            What::Whole(_, text) | What::Earlier(_, text) => text.split('\n').count(),
            What::Cut(..) => 1,
            What::Piece(text) => text.matches('\n').count(),
            // It comes again.
            What::Open(..) | What::Tokens(_) => 0,
            What::LeftOut(lines) => *lines,
        }
    }
}
