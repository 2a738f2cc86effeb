//! What a step says on its way to the listener.

use super::Listener;
use crate::step::live::Live;
use crate::store::RunId;

/// Something that a step said while it ran. It is not stored.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Said<'a> {
    /// The run.
    pub run: RunId,
    /// The place of the step among the steps of the run.
    pub position: u32,
    /// The step's name.
    pub step: &'a str,
    /// The number of the attempt, from 1.
    pub attempt: u32,
    /// What it said.
    pub live: Live<'a>,
}

/// The way from one attempt to the listener.
pub(super) struct Relay<'a> {
    pub(super) listener: &'a dyn Listener,
    pub(super) run: RunId,
    pub(super) position: u32,
    pub(super) step: &'a str,
    pub(super) attempt: u32,
}

impl Relay<'_> {
    /// Hands on what was said.
    pub(super) fn hand_on(&self, live: Live<'_>) {
        self.listener.hear(&Said {
            run: self.run,
            position: self.position,
            step: self.step,
            attempt: self.attempt,
            live,
        });
    }
}
