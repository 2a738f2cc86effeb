//! A mistake in a text with a grammar of its own: a schedule, a zone, a command line, an address.

use std::error::Error;
use std::fmt;
use std::ops::Range;

use crate::draft::Place;
use crate::problem::{Problem, shorten};

/// What is wrong with a text, where in it, and how it is mended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// What is wrong, in one line, naming the thing.
    pub what: String,
    /// The stretch that is wrong, in bytes; empty where something is missing.
    pub range: Range<usize>,
    /// A fact: what exists, or why it is so.
    pub note: Option<String>,
    /// One act that mends it.
    pub help: Option<String>,
}

impl Mistake {
    /// Makes a mistake.
    pub(crate) fn new(range: Range<usize>, what: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            range,
            note: None,
            help: None,
        }
    }

    /// Adds a fact.
    pub(crate) fn note(mut self, text: impl Into<String>) -> Self {
        self.note = Some(text.into());
        self
    }

    /// Adds the way out.
    pub(crate) fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// Tells the mistake as a problem of the text that stands at `place`.
    pub fn problem(&self, place: Place) -> Problem {
        self.problem_in(place, "at ")
    }

    /// Does the same with words of its own before the position.
    pub(crate) fn problem_in(&self, place: Place, before: &str) -> Problem {
        let mut problem =
            Problem::new(place, self.what.as_str()).spot(before, self.range.start, "");
        if let Some(note) = &self.note {
            problem = problem.note(note.as_str());
        }
        if let Some(help) = &self.help {
            problem = problem.help(help.as_str());
        }
        problem
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl Error for Mistake {}

/// Writes a part of a text for a message: short, in one line, with nothing in it that cannot be seen.
pub(crate) fn shown(text: &str) -> String {
    // `shorten` keeps fewer; the rest is cut first so that a long text costs nothing.
    const ENOUGH: usize = 64;
    let escaped: String = text
        .chars()
        .take(ENOUGH)
        .flat_map(char::escape_debug)
        .collect();
    shorten(&escaped)
}
