//! What was done of a run before it goes on.

use std::collections::{HashMap, HashSet};

use super::begun::FIRST;

/// What was done of a run before; nothing of a new one.
#[derive(Debug, Default)]
pub(super) struct Before {
    /// The positions of steps that are not run again.
    pub(super) finished: HashSet<u32>,
    /// The numbers of the last attempts, by the positions of their steps.
    pub(super) attempts: HashMap<u32, u32>,
    /// The output that a person gives to a step.
    pub(super) given: Option<(u32, String)>,
}

impl Before {
    /// Returns the number of the next attempt of a step.
    pub(super) fn next_attempt(&self, position: u32) -> u32 {
        self.attempts.get(&position).map_or(FIRST, |last| last + 1)
    }

    /// Takes the output that a person gives to the step at a position.
    pub(super) fn given(&mut self, position: u32) -> Option<String> {
        self.given
            .take_if(|(of, _)| *of == position)
            .map(|(_, output)| output)
    }
}
