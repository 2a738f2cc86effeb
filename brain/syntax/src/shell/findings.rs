//! What is known so far about each value.

use std::ops::Range;

use super::known::Known;
use super::refusal::{Place, Unclear};
use super::{Context, Refusal};

/// The verdict on each value, by its number.
#[derive(Debug)]
pub(super) struct Findings {
    verdicts: Vec<Option<Result<Context, Refusal>>>,
    /// Which of the values are paths of files that hold them.
    files: Vec<bool>,
    seen: usize,
    /// What is known of the variables and functions of the text.
    pub(super) known: Known,
}

/// The point from which on a text cannot be followed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lost {
    /// The number of the first value after it.
    pub(super) from: usize,
    pub(super) why: Unclear,
}

impl Findings {
    pub(super) fn new(files: Vec<bool>, known: Known) -> Self {
        Self {
            verdicts: vec![None; files.len()],
            files,
            seen: 0,
            known,
        }
    }

    /// Returns how many values were passed.
    pub(super) fn seen(&self) -> usize {
        self.seen
    }

    /// Tells whether a value is the path of a file that holds it.
    pub(super) fn is_file(&self, value: usize) -> bool {
        self.files.get(value).copied().unwrap_or_default()
    }

    /// Refuses values because of what happens to a variable that holds them.
    pub(super) fn forbid_held(&mut self, values: &[usize], place: Place) {
        for value in values {
            if let Some(verdict) = self.verdicts.get_mut(*value)
                && !matches!(verdict, Some(Err(_)))
            {
                *verdict = Some(Err(Refusal::from(place).through_variable()));
            }
        }
    }

    /// Notes that a value stands in `context`, unless it is refused already.
    pub(super) fn accept(&mut self, value: usize, context: Context) {
        self.seen = self.seen.max(value + 1);
        if let Some(verdict @ None) = self.verdicts.get_mut(value) {
            *verdict = Some(Ok(context));
        }
    }

    /// Notes that a value cannot stand where it does; the first reason stays.
    pub(super) fn refuse(&mut self, value: usize, place: Place) {
        self.seen = self.seen.max(value + 1);
        self.forbid(value..value + 1, place);
    }

    /// Refuses some values that may not have been passed yet.
    pub(super) fn forbid(&mut self, values: Range<usize>, place: Place) {
        for value in values {
            if let Some(verdict) = self.verdicts.get_mut(value)
                && !matches!(verdict, Some(Err(_)))
            {
                *verdict = Some(Err(place.into()));
            }
        }
    }

    /// Refuses what comes after the point where the reader was lost.
    pub(super) fn give_up(&mut self, lost: Lost) {
        // A broken text fails at run time even if no value follows: the nearest value tells it now.
        let last = self.verdicts.len().saturating_sub(1);
        let from = if lost.why.is_unfinished() {
            lost.from.min(last)
        } else {
            lost.from
        };
        // One mistake is told once, by the first value that it concerns.
        let mut told = lost.why == Unclear::Delimiter
            && self.verdicts.iter().flatten().any(
                |verdict| matches!(verdict, Err(refusal) if *refusal == Place::Delimiter.into()),
            );
        for verdict in self.verdicts.iter_mut().skip(from) {
            if !matches!(verdict, Some(Err(_))) {
                let refusal = Refusal::from(Place::Unclear(lost.why));
                *verdict = Some(Err(if told { refusal.follow_up() } else { refusal }));
                told = true;
            }
        }
    }

    /// Returns the verdicts in the order of the values.
    pub(super) fn into_verdicts(self) -> Vec<Result<Context, Refusal>> {
        self.verdicts
            .into_iter()
            // A value that no rule has met is one the reader does not understand.
            .map(|verdict| verdict.unwrap_or(Err(Place::Unclear(Unclear::Grammar).into())))
            .collect()
    }
}
