//! A word, and where its bytes come from.

use std::ops::Range;

use crate::mistake::Mistake;

/// A word of a command, its quotes removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The word as the program gets it.
    pub text: String,
    /// What it covers in the command, quotes included, in bytes.
    pub range: Range<usize>,
    runs: Vec<Run>,
}

/// A stretch of the word that stands in the command as it is, up to the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Run {
    in_word: usize,
    in_command: usize,
}

impl Word {
    /// Begins a word.
    pub(super) fn at(start: usize) -> Self {
        Self {
            text: String::new(),
            range: start..start,
            runs: Vec::new(),
        }
    }

    /// Adds a character that stands at byte `at` of the command.
    pub(super) fn push(&mut self, character: char, at: usize) -> Result<(), Mistake> {
        if character == '\0' {
            return Err(Mistake::new(at..at + 1, "the command holds a NUL byte")
                .note("no program can be given one as an argument"));
        }
        if self.position(self.text.len()) != Some(at) {
            self.runs.push(Run {
                in_word: self.text.len(),
                in_command: at,
            });
        }
        self.text.push(character);
        Ok(())
    }

    /// Returns where byte `offset` of the word stands in the command.
    pub fn offset_in_command(&self, offset: usize) -> usize {
        let position = self.position(offset).unwrap_or(self.range.start);
        position.min(self.range.end)
    }

    fn position(&self, offset: usize) -> Option<usize> {
        let after = self.runs.partition_point(|run| run.in_word <= offset);
        let run = self.runs.get(after.checked_sub(1)?)?;
        Some(run.in_command + (offset - run.in_word))
    }
}
