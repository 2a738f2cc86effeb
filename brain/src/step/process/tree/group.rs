//! The process group that a child leads.

use rustix::{
    io::Errno,
    process::{Pid, Signal, kill_process_group, test_kill_process, test_kill_process_group},
};

/// The group of a child.
#[derive(Debug)]
pub(super) struct Group {
    /// The child's id, which is the group's; `None` if there is no child.
    leader: Option<Pid>,
    is_leader_reaped: bool,
}

impl Group {
    /// Returns the group that the process `leader` leads; 0 is none.
    pub(super) fn new(leader: i32) -> Self {
        Self {
            leader: Pid::from_raw(leader),
            is_leader_reaped: false,
        }
    }

    /// Returns its number, or 0 if there is no child.
    pub(super) fn number(&self) -> i32 {
        self.leader.map_or(0, Pid::as_raw_pid)
    }

    /// Notes that the child is reaped, so that its id is free once the group is empty.
    pub(super) fn set_leader_reaped(&mut self) {
        self.is_leader_reaped = true;
    }

    /// Says whether the child is reaped.
    pub(super) fn is_leader_reaped(&self) -> bool {
        self.is_leader_reaped
    }

    /// Returns the group if it has members, zombies included.
    pub(super) fn members(&self) -> Option<Pid> {
        self.ours()
            .filter(|group| !matches!(test_kill_process_group(*group), Err(Errno::SRCH)))
    }

    /// Returns the group as long as its number is certainly not another's.
    ///
    /// The kernel gives no process the number of a group that has members. So a process with this id, after ours
    /// was reaped, means that ours was empty before.
    pub(super) fn ours(&self) -> Option<Pid> {
        let leader = self.leader?;
        let is_reused = self.is_leader_reaped && test_kill_process(leader) != Err(Errno::SRCH);
        (!is_reused).then_some(leader)
    }

    /// Sends signals to all members.
    pub(super) fn signal(&self, signals: &[Signal]) {
        if let Some(group) = self.ours() {
            for signal in signals {
                // Nobody left, or nobody that this user may signal: the look-up that follows tells.
                kill_process_group(group, *signal).ok();
            }
        }
    }
}
