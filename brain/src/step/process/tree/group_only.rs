//! Systems without a process table in `/proc`: the process group only.
//!
//! Who leaves the group there leaves the invocation.

use rustix::process::Signal;

use super::{super::marker::Marker, group::Group};

/// The processes of one invocation, as far as this system shows them.
#[derive(Debug)]
pub(in super::super) struct Tree {
    group: Group,
    has_strays: bool,
}

impl Tree {
    /// Takes charge of a child that has just been started.
    pub(in super::super) fn new(leader: i32, _marker: Marker) -> Self {
        Self {
            group: Group::new(leader),
            has_strays: false,
        }
    }

    pub(in super::super) fn leader(&self) -> i32 {
        self.group.number()
    }

    pub(in super::super) fn set_leader_reaped(&mut self) {
        self.group.set_leader_reaped();
    }

    pub(in super::super) fn is_leader_reaped(&self) -> bool {
        self.group.is_leader_reaped()
    }

    /// Says whether nothing is left after the child was reaped.
    pub(in super::super) fn is_clear(&mut self) -> bool {
        self.living() == 0
    }

    /// Asks all to end, the stopped ones included. Returns how many there are: one stands for all.
    pub(in super::super) fn terminate(&mut self) -> usize {
        self.signal(&[Signal::TERM, Signal::CONT])
    }

    /// Kills all. Returns how many there were.
    pub(in super::super) fn kill(&mut self) -> usize {
        self.signal(&[Signal::KILL])
    }

    /// Kills without looking again.
    pub(in super::super) fn kill_now(&mut self) {
        self.kill();
    }

    fn signal(&mut self, signals: &[Signal]) -> usize {
        let living = self.living();
        self.group.signal(signals);
        living
    }

    /// Counts who is left: 1 if the group has members.
    pub(in super::super) fn living(&mut self) -> usize {
        let living = usize::from(self.group.members().is_some());
        self.has_strays |= living > 0 && self.is_leader_reaped();
        living
    }

    /// Does nothing: the system's first process adopts orphans here.
    #[expect(clippy::unused_self, reason = "the same signature on every system")]
    pub(in super::super) fn reap(&mut self) {}

    /// Returns how many beside the child were found: 1 stands for all.
    pub(in super::super) fn stopped(&self) -> usize {
        usize::from(self.has_strays)
    }
}
