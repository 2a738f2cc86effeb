//! Sends signals to those who were found.

use rustix::process::{
    Pid, PidfdFlags, Signal, kill_process, kill_process_group, pidfd_open, pidfd_send_signal,
};

use super::table::{self, Entry};

/// Signals all of a group that is known to hold members of the tree only.
pub(super) fn to_group(group: i32, signals: &[Signal]) {
    if let Some(group) = Pid::from_raw(group) {
        for signal in signals {
            // Gone, or not ours to signal: the next look-up tells.
            kill_process_group(group, *signal).ok();
        }
    }
}

/// Signals one process, and no other that got its id in the meantime.
pub(in super::super) fn to_process(entry: &Entry, signals: &[Signal]) {
    let Some(pid) = Pid::from_raw(entry.pid) else {
        return;
    };
    // Order: the handle is opened first; if the process still is the one that was found, so is the handle's.
    let handle = pidfd_open(pid, PidfdFlags::empty());
    if table::entry(entry.pid).is_none_or(|now| now.started != entry.started) {
        return;
    }
    for signal in signals {
        // Without a handle (old kernel, no descriptor left) the id has to do.
        match &handle {
            Ok(handle) => pidfd_send_signal(handle, *signal).ok(),
            Err(_) => kill_process(pid, *signal).ok(),
        };
    }
}
