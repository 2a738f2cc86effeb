//! The direct children of this process that somebody waits for.
//!
//! An orphan may be reaped by us only if it is none of these: whoever reaps a child takes its exit from the one
//! that waits for it.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use rustix::process::{Pid, WaitOptions, waitpid};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// Somebody awaits its end.
    Running,
    /// Its future was dropped before it was reaped, which is done later.
    Dropped,
}

static CHILDREN: Mutex<BTreeMap<i32, Standing>> = Mutex::new(BTreeMap::new());

fn children() -> MutexGuard<'static, BTreeMap<i32, Standing>> {
    // Each change is one call on the map, so a panic elsewhere leaves it whole.
    CHILDREN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Notes a child that has been started.
pub(super) fn enter(pid: i32) {
    children().insert(pid, Standing::Running);
}

/// Forgets a child that has been reaped.
pub(super) fn leave(pid: i32) {
    children().remove(&pid);
}

/// Notes a child that [`reap_dropped`] has to reap.
pub(super) fn hand_over(pid: i32) {
    children().insert(pid, Standing::Dropped);
}

/// Says whether this child is one that is waited for.
#[cfg(target_os = "linux")]
pub(super) fn holds(pid: i32) -> bool {
    children().contains_key(&pid)
}

/// Says whether this child leads an invocation whose end is awaited.
#[cfg(target_os = "linux")]
pub(super) fn is_running(pid: i32) -> bool {
    children().get(&pid) == Some(&Standing::Running)
}

/// Counts the invocations other than the one led by `leader`.
#[cfg(target_os = "linux")]
pub(super) fn others_running(leader: i32) -> usize {
    children()
        .iter()
        .filter(|(pid, standing)| **pid != leader && **standing == Standing::Running)
        .count()
}

/// Reaps dropped children that have ended since then. Until that is done their ids cannot be given to others.
pub(super) fn reap_dropped() {
    children().retain(|pid, standing| {
        *standing == Standing::Running
            || Pid::from_raw(*pid)
                .is_some_and(|pid| matches!(waitpid(Some(pid), WaitOptions::NOHANG), Ok(None)))
    });
}
