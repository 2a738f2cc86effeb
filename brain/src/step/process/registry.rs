//! The direct children of this process that the runtime waits for.
//!
//! An orphan may be reaped by us only if it is none of these: whoever reaps a child takes its exit from the one
//! that waits for it.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// Somebody awaits its end.
    Running,
    /// Its future was dropped before it was reaped; the runtime will do that.
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

/// Notes that the runtime will reap this child at a time of its own.
pub(super) fn hand_over(pid: i32) {
    children().insert(pid, Standing::Dropped);
}

/// Says whether the runtime waits for this child.
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

/// Forgets dropped children that are gone, so that a reused id is not taken for one.
#[cfg(target_os = "linux")]
pub(super) fn forget_gone(is_gone: impl Fn(i32) -> bool) {
    children().retain(|pid, standing| *standing == Standing::Running || !is_gone(*pid));
}
