//! Which arguments of a command are program text to somebody.

use std::ops::Range;

use super::refusal::Place;
use super::word::Word;

/// What a simple command does with its words and its input.
#[derive(Debug, Default)]
pub(super) struct Judgement {
    /// The values that would be read as code, and where they stand.
    pub(super) refused: Vec<(Range<usize>, Place)>,
    /// Whether its standard input is read as a program.
    pub(super) reads_program: bool,
    /// Whether it writes its arguments as they are.
    pub(super) writes: bool,
}

/// Judges a simple command, its name first.
pub(super) fn judge(_words: &[Word]) -> Judgement {
    Judgement::default()
}
