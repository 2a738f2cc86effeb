//! What is wrong with the text of a schedule.

use std::error::Error;
use std::fmt;

use crate::draft::Place;
use crate::mistake::Mistake;
use crate::problem::Problem;

/// A mistake in a schedule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CronError {
    /// Which of the five fields it is in, counted from 1; absent if it is in none or in all.
    pub field: Option<u8>,
    /// What is wrong, where in the text, and how it is mended.
    pub mistake: Mistake,
}

impl CronError {
    /// Tells the mistake as a problem of the text that stands at `place`.
    pub fn problem(&self, place: Place) -> Problem {
        match self.field {
            Some(field) => {
                let before = format!("in field {field} of 5 at ");
                self.mistake.problem_in(place, &before)
            }
            None => self.mistake.problem(place),
        }
    }
}

impl fmt::Display for CronError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.mistake.fmt(f)
    }
}

impl Error for CronError {}
